"use strict";
// Records: opened, checked, saved, kept for the next visit and put into links.

const KEPT = "ninetka"; // the game as it stands, in the browser's storage
const HOLDS_GAME = "#game="; // an address that goes on so holds a record
const MOST_IN_LINK = 1_000_000; // characters of a record

let keeping = 0;
let checked = null; // {name, text, games}: a file, and what is known of its games so far

// `place` is where the records begin in their file, and which of them to open.
async function openRecord(records, players = [], place = {}) {
  await openGame(await call("read", { records, ...place }), players);
  await keep("sessionStorage");
}

function recordParams(form) {
  const moves = steps.plies.slice(1).map(({ move }) => move);
  const comments = Object.fromEntries(
    steps.plies.map(({ comment }, at) => [at, comment]).filter(([, comment]) => comment),
  );
  const ending = game.ending ? { ending: game.ending } : {};
  return { ...game.options, moves, tags: game.tags, comments, form, ...ending };
}

// Keeping and sharing. A tab that is loaded again goes on with its game, a new one with the game that
// was played last.

function keepSoon() {
  clearTimeout(keeping);
  keeping = setTimeout(() => keep("sessionStorage", "localStorage").catch(sayError), 300);
}

async function keep(...storages) {
  const { plies } = steps;
  const { record, turns } = await call("record", recordParams(TEXT));
  if (plies !== steps.plies || turns.length !== steps.last) {
    return;
  }
  if (turns.some((turn, at) => turn !== plies[at + 1].turn)) {
    turns.forEach((turn, at) => {
      plies[at + 1].turn = turn;
    });
    steps.open(plies, game.seats.length);
    steps.markMove(null);
    steps.scrollToMove();
  }
  for (const storage of storages) {
    try {
      window[storage].setItem(KEPT, JSON.stringify({ record, players: game.computers }));
    } catch {
      // No storage, or not enough: the game is not kept.
    }
  }
  page.link.value = await linkTo(record);
}

function keptIn(storage) {
  try {
    return JSON.parse(window[storage].getItem(KEPT));
  } catch {
    return null;
  }
}

async function linkTo(record) {
  const stream = new Blob([record]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const safe = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.href.split("#")[0]}${HOLDS_GAME}${safe}`;
}

// The record that the address holds, or null.
async function recordOfAddress() {
  if (!location.hash.startsWith(HOLDS_GAME)) {
    return null;
  }
  try {
    const text = location.hash.slice(HOLDS_GAME.length);
    const decoded = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(decoded, (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const record = await bounded(stream.pipeThrough(new TextDecoderStream()));
    history.replaceState(null, "", location.pathname); // a reload goes on with the game as it stands then
    return record;
  } catch {
    throw new Refusal("the link holds no game: part of it may be missing");
  }
}

async function bounded(stream) {
  let text = "";
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) {
      return text;
    }
    text += value;
    if (text.length > MOST_IN_LINK) {
      await reader.cancel();
      throw new Error("too long");
    }
  }
}

async function save() {
  const form = page.form.value;
  const { record } = await call("record", recordParams(form));
  const link = make("a", "");
  link.href = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
  link.download = `${game.name}.${form}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  page.said.textContent = `Saved as ${link.download}.`;
}

async function copy(input) {
  try {
    await navigator.clipboard.writeText(input.value);
    page.said.textContent = "Copied.";
  } catch {
    input.select();
    page.said.textContent = "The text is selected: press Ctrl+C to copy it.";
  }
}

// Files: every game is checked, a few at a time, and any of them can be opened.

const SENT = 250_000; // characters at once; more only if a game or a match is longer
const LONGEST = 4_000_000;

async function openFile(chosen) {
  const checking = { name: chosen.name, text: "", games: [] };
  checked = checking;
  page.games.replaceChildren();
  page.checked.ariaLive = "off"; // until it is done
  checking.text = await chosen.text();
  let rest = { at: 0 };
  while (rest) {
    const { games, rest: next } = await checkSome(checking.text, rest);
    if (checked !== checking) {
      return; // another file is checked now
    }
    checking.games.push(...games);
    page.games.append(...games.map((game) => new Option(titleOf(game), game.game)));
    rest = next && { ...next, at: rest.at + next.at };
    page.checked.ariaLive = rest ? "off" : "polite";
    tellChecked(rest ? rest.at : checking.text.length);
  }
  if (checking.games.length === 1) {
    closeFile();
    await attempt(() => openRecord(checking.text).catch(({ message }) => refuse(checking, message)));
  }
}

function refuse({ name }, message) {
  throw new Refusal(`In ${name}: ${message}`);
}

// Checks what can be checked in a moment, from a place in the text on.
async function checkSome(text, { at, ...place }, length = SENT) {
  const more = at + length < text.length;
  const records = text.slice(at, at + length);
  try {
    return await call("check", { records, more, seconds: 0.1, ...place });
  } catch (error) {
    if (!more || length >= LONGEST || !(error instanceof Refusal)) {
      throw error;
    }
    return checkSome(text, { at, ...place }, 4 * length);
  }
}

function titleOf({ game, ok, result, ending, plies, reason }) {
  const how = ok ? `${result}${ending ? `, ${ending}` : ""}, ${plies} plies` : `bad: ${reason}`;
  return `${game}. ${how}`;
}

function tellChecked(at) {
  const { name, text, games } = checked;
  const bad = games.filter(({ ok }) => !ok).length;
  page.check.hidden = false;
  page.progress.hidden = at >= text.length;
  page.progress.value = text ? at / text.length : 1;
  const count = games.length === 1 ? "1 game" : `${games.length} games`;
  page.checked.textContent = `${name}: ${count}, ${games.length - bad} good, ${bad} bad`;
  tellVerdict();
}

function tellVerdict() {
  const { ok, line, ply, move, reason } = checked.games[page.games.selectedIndex] ?? { ok: true };
  const where = [line && `line ${line}`, ply && `ply ${ply}`, move && `\u2018${move}\u2019`];
  page.verdict.textContent = ok ? "" : `${where.filter(Boolean).join(", ")}: ${reason}`;
}

// A game is sent alone, but for others that begin on its line.
function openChosen() {
  const { text, games } = checked;
  const { begins, game: number } = games[page.games.selectedIndex];
  const next = games.find((game) => game.begins > begins);
  const lines = text.split("\n").slice(begins - 1, next && next.begins - 1);
  const { game: first } = games.find((game) => game.begins === begins);
  return openRecord(lines.join("\n"), [], { line: begins, first, number });
}

function closeFile() {
  checked = null;
  page.check.hidden = true;
}

// Other things can be done while the file is checked.
async function takeFile(chosen) {
  say("");
  const taking = openFile(chosen);
  const mine = checked;
  await taking.catch(({ message }) => {
    if (checked === mine) {
      closeFile();
      attempt(() => refuse(chosen, message));
    }
  });
}

page.save.addEventListener("click", () => attempt(save));
page["copy-position"].addEventListener("click", () => copy(page.position));
page["copy-link"].addEventListener("click", () => copy(page.link));
page.file.addEventListener("click", () => {
  page.file.value = ""; // so that the same file, changed meanwhile, can be opened again
});
page.file.addEventListener("change", () => page.file.files.length && takeFile(page.file.files[0]));
page.games.addEventListener("change", tellVerdict);
page.open.addEventListener("click", () => attempt(openChosen));
page.close.addEventListener("click", closeFile);
window.addEventListener("hashchange", () => {
  if (location.hash.startsWith(HOLDS_GAME)) {
    attempt(async () => openRecord(await recordOfAddress()));
  }
});
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  page.game.classList.add("dropping");
});
document.addEventListener("dragleave", () => page.game.classList.remove("dropping"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  page.game.classList.remove("dropping");
  const [dropped, ...others] = event.dataTransfer.files;
  if (others.length) {
    say("Drop one file at a time.");
  } else if (dropped) {
    takeFile(dropped);
  }
});
