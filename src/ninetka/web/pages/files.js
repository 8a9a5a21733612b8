// Files of records: the game is saved to one, and all games of one are checked, to open any of them.

import { Refusal, call } from "./calls.js";
import { make, page } from "./elements.js";
import { recordParams } from "./game.js";
import { openPuzzles } from "./puzzles.js";
import { enqueue, say } from "./queue.js";
import { openGame, openRecord } from "./records.js";
import { state } from "./state.js";
import { readable, t } from "./words.js";

/** @import { Checked, Rest, Results } from "./calls.js" */

/** @typedef {{ name: string, text: string, games: Checked[] }} CheckedFile */

async function save() {
  const form = page.form.value;
  const { record } = await call("record", recordParams(form));
  const link = make("a", "");
  link.href = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
  link.download = `${state.game.name}.${form}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  page.said.textContent = t("Saved as {0}.", link.download);
}

// Every game is checked, a few at a time, and any of them can be opened.

const CHUNK_SIZE = 250_000; // characters at once; more only if a game or a match is longer
const MAX_CHUNK_SIZE = 4_000_000;
const PUZZLE_EVENT = "Puzzle"; // the event of records that are puzzles
/** @type {CheckedFile | null} */
let checked = null; // the file, and what is known of its games so far

/** @param {File} chosen */
async function openFile(chosen) {
  /** @type {CheckedFile} */
  const checking = { name: chosen.name, text: "", games: [] };
  checked = checking;
  page.games.replaceChildren();
  page.checked.ariaLive = "off"; // until it is done
  checking.text = await chosen.text();
  /** @type {Rest | null} */
  let rest = { at: 0 };
  while (rest) {
    const { games, rest: next } = await checkSome(checking.text, rest);
    if (checked !== checking) {
      return; // another file is checked now
    }
    checking.games.push(...games);
    page.games.append(...games.map((game) => new Option(titleOf(game), String(game.game))));
    rest = next && { ...next, at: rest.at + next.at };
    page.checked.ariaLive = rest ? "off" : "polite";
    renderChecked(checking, rest ? rest.at : checking.text.length);
  }
  if (checking.games.length === 1) {
    closeFile();
    await enqueue(() => openOnly(checking).catch(({ message }) => refuse(checking, message)));
  }
}

/** @param {CheckedFile} file */
async function openOnly({ name, text }) {
  const read = await call("read", { records: text });
  const isPuzzle = read.tags.Event === PUZZLE_EVENT && read.moves.length && !read.error;
  await (isPuzzle ? openPuzzles({ name, count: 1, recordAt: () => ({ records: text }) }) : openGame(read, []));
}

/**
 * @param {{ name: string }} file
 * @param {string} message
 * @returns {never}
 */
function refuse({ name }, message) {
  throw new Refusal(t("In {0}: {1}", name, message));
}

/**
 * Checks what can be checked in a moment, from a place in the text on.
 * @param {string} text
 * @param {Rest} rest
 * @param {number} length
 * @returns {Promise<Results["check"]>}
 */
async function checkSome(text, { at, ...place }, length = CHUNK_SIZE) {
  const more = at + length < text.length;
  const records = text.slice(at, at + length);
  try {
    return await call("check", { records, more, seconds: 0.1, ...place });
  } catch (error) {
    if (!more || length >= MAX_CHUNK_SIZE || !(error instanceof Refusal)) {
      throw error;
    }
    return checkSome(text, { at, ...place }, 4 * length);
  }
}

/** @param {Checked} game */
function titleOf({ game, ok, result, ending, plies, message }) {
  const end = ending ? `, ${ending}` : "";
  const how = ok ? t("{0}, plies: {1}", `${readable(result ?? "")}${end}`, plies ?? 0) : t("bad: {0}", message ?? "");
  return `${game}. ${how}`;
}

/**
 * @param {CheckedFile} file
 * @param {number} at
 */
function renderChecked({ name, text, games }, at) {
  const bad = games.filter(({ ok }) => !ok).length;
  page.check.hidden = false;
  page.progress.hidden = at >= text.length;
  page.progress.value = text ? at / text.length : 1;
  page.checked.textContent = t("{0}: {1} good, {2} bad", name, games.length - bad, bad);
  renderVerdict();
}

export function renderVerdict() {
  const game = checked?.games[page.games.selectedIndex];
  page.verdict.textContent = game && !game.ok ? faultOf(game) : "";
}

/** @param {Checked} game */
function faultOf({ line, ply, move, message }) {
  const where = [line && t("line {0}", line), ply && t("ply {0}", ply), move && `\u2018${move}\u2019`];
  return `${where.filter(Boolean).join(", ")}: ${message}`;
}

/**
 * The parameters of `read` for a game of a text. Only its lines are sent; other games may begin on the same line.
 * @param {string} text
 * @param {Checked[]} games
 * @param {number} at
 */
function recordAt(text, games, at) {
  const { begins, game: number } = games[at];
  const next = games.find((game) => game.begins > begins);
  const lines = text.split("\n").slice(begins - 1, next && next.begins - 1);
  const first = games.findIndex((game) => game.begins === begins);
  return { records: lines.join("\n"), line: begins, first: games[first].game, number };
}

async function openChosen() {
  if (checked) {
    const { text, games } = checked;
    const { records, ...place } = recordAt(text, games, page.games.selectedIndex);
    await openRecord(records, [], place);
  }
}

async function solveAll() {
  if (!checked) {
    return; // it has been pressed twice
  }
  const { games, name, text } = checked;
  closeFile();
  await openPuzzles({ name, count: games.length, recordAt: (at) => recordAt(text, games, at) });
}

function closeFile() {
  checked = null;
  page.check.hidden = true;
}

/**
 * Other things can be done while the file is checked.
 * @param {File} chosen
 */
export async function takeFile(chosen) {
  say("");
  const taking = openFile(chosen);
  const mine = checked;
  await taking.catch(({ message }) => {
    if (checked === mine) {
      closeFile();
      enqueue(() => refuse(chosen, message));
    }
  });
}

page.save.addEventListener("click", () => enqueue(save));
page.file.addEventListener("click", () => {
  page.file.value = ""; // so that the same file, changed meanwhile, can be opened again
});
page.file.addEventListener("change", () => {
  const [chosen] = page.file.files ?? [];
  if (chosen) {
    takeFile(chosen);
  }
});
page.games.addEventListener("change", renderVerdict);
page.open.addEventListener("click", () => enqueue(openChosen));
page.solve.addEventListener("click", () => enqueue(solveAll));
page.close.addEventListener("click", closeFile);
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  page.game.classList.add("dropping");
});
document.addEventListener("dragleave", () => page.game.classList.remove("dropping"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  page.game.classList.remove("dropping");
  const [dropped, ...others] = event.dataTransfer?.files ?? [];
  if (others.length) {
    say(t("Drop one file at a time."));
  } else if (dropped) {
    takeFile(dropped);
  }
});
