// Records: opened, checked, saved, kept for the next visit and put into links.

const KEPT = "ninetka"; // the game as it stands, in the browser's storage
const MOST_IN_LINK = 1_000_000; // characters of a record
const EXTENSIONS = { "9tka": "9tka", json: "json", sgf: "sgf" };

let keeping = 0;
let file = null; // {text, games} of a file that was checked

async function openRecord(records, computers = [], number = 1) {
  await openGame(await call("read", { records, number }), computers);
  await keep();
}

function recordParams(form) {
  const moves = steps.plies.slice(1).map(({ move }) => move);
  const comments = Object.fromEntries(
    steps.plies.map(({ comment }, at) => [at, comment]).filter(([, comment]) => comment),
  );
  const ending = game.ending ? { ending: game.ending } : {};
  return { ...game.options, moves, tags: game.tags, comments, form, ...ending };
}

// Keeping and sharing. A reload goes on with the game that was kept.

function keepSoon() {
  clearTimeout(keeping);
  keeping = setTimeout(keep, 300);
}

async function keep() {
  const { plies } = steps;
  const { record, turns } = await call("record", recordParams("9tka"));
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
  try {
    localStorage.setItem(KEPT, JSON.stringify({ record, players: game.computers }));
  } catch {
    // No storage, or not enough: the game is not kept.
  }
  page.link.value = await linkTo(record);
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

async function linkTo(record) {
  const stream = new Blob([record]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const safe = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.href.split("#")[0]}#game=${safe}`;
}

// The record that the address holds, or null.
async function recordOfAddress() {
  const text = new URLSearchParams(location.hash.slice(1)).get("game");
  if (!text) {
    return null;
  }
  try {
    const decoded = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(decoded, (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return await bounded(stream.pipeThrough(new TextDecoderStream()));
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
  link.download = `${game.name}.${EXTENSIONS[form] ?? form}`;
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

const LONGEST = 1_000_000; // characters sent at once

async function openFile(chosen) {
  const checking = { text: await chosen.text(), games: [] };
  file = checking;
  page.check.hidden = false;
  page.games.replaceChildren();
  page.verdict.textContent = "";
  let at = 0;
  let line = 1;
  let number = 1;
  while (at < checking.text.length) {
    const text = checking.text.slice(at, at + LONGEST);
    const { games, rest } = await call("check", { records: text, line, game: number, seconds: 0.1 });
    if (file !== checking) {
      return;
    }
    checking.games.push(...games);
    at = rest ? at + rest.at : at + text.length;
    ({ line, game: number } = rest ?? { line, game: number });
    tellChecked(at);
    listChecked(games);
  }
}

function tellChecked(at) {
  const bad = file.games.filter(({ ok }) => !ok).length;
  const count = file.games.length;
  page.progress.value = at / file.text.length;
  page.progress.hidden = at >= file.text.length;
  page.checked.textContent = `${count} game${count === 1 ? "" : "s"}: ${count - bad} good, ${bad} bad`;
}

page.save.addEventListener("click", () => attempt(save));
page["copy-position"].addEventListener("click", () => copy(page.position));
page["copy-link"].addEventListener("click", () => copy(page.link));
