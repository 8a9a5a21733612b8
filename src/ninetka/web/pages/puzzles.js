// Puzzles: positions of a file of records whose moves are the solution. The other players' moves are made.

import { call, puzzleRecords } from "./calls.js";
import { playerLabel } from "./game.js";
import { askForMove } from "./moves.js";
import { button, say } from "./queue.js";
import { state } from "./state.js";
import { noteSolved, openTask, playReplies, refuse, renderTask, showMove, solvedIn, tryAnother } from "./task.js";
import { t } from "./words.js";

/** @import { Read } from "./calls.js" */

/**
 * Puzzles, each as the parameters of `read`.
 * @typedef {{ name: string, count: number, recordAt: (at: number) => object }} Series
 */

const SOLVED_KEY = "ninetka-puzzles"; // of the puzzles solved, by their file, in the storage
/** @type {Promise<Record<string, string>> | null} */
let files = null; // the promise of the records of each game, once they are asked for
/** @type {Series} */
let series;
/** @type {{ number: number, read: Read, at: number, isShown: boolean }} */
let puzzle; // one of them, and how many of its moves are made

/**
 * A button for the puzzles of a game; null if there are none.
 * @param {string} name
 */
export async function puzzlesOf(name) {
  files ??= puzzleRecords();
  const text = (await files.catch(forget))[name];
  const records = text?.split(/\n(?=\[Game )/) ?? [];
  const solved = solvedIn(SOLVED_KEY, name).length;
  /** @type {Series} */
  const given = { name, count: records.length, recordAt: (at) => ({ records: records[at] }) };
  return text ? button(t("Puzzles, solved: {0} of {1}", solved, records.length), () => openPuzzles(given)) : null;
}

/** @returns {Record<string, string>} */
function forget() {
  files = null; // to be asked for again
  return {};
}

/**
 * Opens the first puzzle of a series that is not solved.
 * @param {Series} given
 */
export async function openPuzzles(given) {
  series = given;
  await begin(nextAfter(-1));
}

/**
 * The next one that is not solved, if there is any; after the last one, the first again.
 * @param {number} number
 */
function nextAfter(number) {
  const solved = solvedIn(SOLVED_KEY, series.name);
  const all = Array.from({ length: series.count }, (_, step) => (number + 1 + step) % series.count);
  return all.find((each) => !solved.includes(each)) ?? all[0];
}

/** @param {number} number */
async function begin(number) {
  const read = await call("read", series.recordAt(number));
  const [position] = read.positions;
  const { record } = await call("record", { ...read.options, position });
  await openTask(record, { judge, show, next: () => begin(nextAfter(number)) });
  puzzle = { number, read, at: 0, isShown: false };
  render();
}

function render() {
  const { number, read, at } = puzzle;
  const { count, name } = series;
  const isDone = at === read.moves.length;
  const solved = solvedIn(SOLVED_KEY, name).length;
  const asked = isDone ? "" : `${t("{0} to move", playerLabel(read.seats[at]))}. `;
  renderTask({
    title: t("{0}, puzzle {1} of {2}", name, number + 1, count),
    task: `${asked}${taskOf(read)}`,
    reason: isDone ? `${read.moves.join(" ")}. ${t("Solved: {0} of {1}", solved, count)}` : "",
    isDone,
    hasNext: count > 1,
    words: [t("Solution"), t("Next puzzle"), t("Leave the puzzles")],
  });
}

/**
 * The library writes these two, in English.
 * @param {Read} read
 */
function taskOf({ comments }) {
  /** @type {Record<string, string>} */
  const known = {
    "Find the only move that wins.": t("Find the only move that wins."),
    "Find the only move that does not lose.": t("Find the only move that does not lose."),
  };
  const said = comments[0] ?? t("Find the best move.");
  return known[said] ?? said;
}

/**
 * Makes a move if it is the next one of the solution, and the others' moves that follow it.
 * @param {string} move
 */
async function judge(move) {
  const { number, read, at, isShown } = puzzle;
  const { moves, seats } = read;
  if (move !== moves[at]) {
    if (at < moves.length) {
      tryAnother(move);
    } else {
      refuse(t("This puzzle is done."));
    }
    return;
  }
  await askForMove("apply", { move });
  const own = seats.indexOf(seats[0], at + 1);
  const next = own < 0 ? moves.length : own;
  await playReplies(moves.slice(at + 1, next));
  puzzle.at = next;
  if (next === moves.length && !isShown) {
    noteSolved(SOLVED_KEY, series.name, number);
  }
  say(next === moves.length ? t("Right.") : t("Right. Go on."));
  render();
}

// Shows the rest of the solution, after which the puzzle does not count as solved.
function show() {
  const { at, read } = puzzle;
  puzzle.isShown = true;
  showMove(read.moves[at]);
  say(t("Solution: {0}", read.moves.slice(at).join(" ")));
}
