// What a person is asked to find on the board, in a lesson or a puzzle: the box with the task and its
// buttons, and what the device keeps of what was solved.

import { focusBoard, highlight, namedPlaces } from "./board.js";
import { page } from "./elements.js";
import { askForMove } from "./moves.js";
import { renderPicks } from "./picking.js";
import { clearPicks } from "./picks.js";
import { enqueue, say } from "./queue.js";
import { openLesson, resumeGame } from "./records.js";
import { savedIn } from "./saved.js";
import { showStart } from "./start.js";
import { state } from "./state.js";
import { store, stored } from "./storage.js";
import { t } from "./words.js";

/** @import { Judge } from "./state.js" */

/**
 * What a person is asked to find: who judges a move that is made, and what the buttons do.
 * @typedef {object} Task
 * @property {Judge} judge
 * @property {() => unknown} show
 * @property {() => unknown} next
 */

/**
 * What the box says. The words are those on its buttons.
 * @typedef {object} TaskBox
 * @property {string} title
 * @property {string} task
 * @property {string} reason
 * @property {boolean} isDone
 * @property {boolean} hasNext
 * @property {boolean} [isLearned]
 * @property {string[]} words
 */

const REPLY_DELAY_MS = 500; // so that a reply is seen
/** @type {Task} */
let current;

/**
 * Opens a position in which a move is to be found.
 * @param {string} record
 * @param {Task} task
 */
export async function openTask(record, task) {
  await openLesson(record, task.judge);
  current = task;
  page.learn.close();
  focusBoard();
}

/** @param {TaskBox} box */
export function renderTask({ title, task, reason, isDone, hasNext, words, isLearned = false }) {
  page["lesson-title"].textContent = title;
  page["lesson-task"].textContent = task;
  page["lesson-reason"].textContent = reason;
  page["show-me"].hidden = isDone;
  page["next-lesson"].hidden = !isDone || !hasNext;
  page["play-learned"].hidden = !isLearned;
  const [show, next, leaving] = words;
  page["show-me"].textContent = show;
  page["next-lesson"].textContent = next;
  page["leave-lesson"].textContent = leaving;
  page.lesson.scrollIntoView({ block: "nearest" }); // on a small screen, the buttons may be below its edge
  if (isDone && hasNext) {
    page["next-lesson"].focus({ preventScroll: true });
  }
}

/** @param {string} sentence */
export function refuse(sentence) {
  clearPicks();
  renderPicks();
  say(sentence);
}

/** @param {string} move */
export function tryAnother(move) {
  refuse(t("{0} is not the move that is looked for. Try another.", move));
}

/**
 * Makes the moves of the others; a few of them are to be seen one by one.
 * @param {string[]} moves
 */
export async function playReplies(moves) {
  for (const move of moves) {
    if (moves.length < 3) {
      await new Promise((done) => setTimeout(done, REPLY_DELAY_MS));
    }
    await askForMove("apply", { move });
  }
}

/**
 * Marks the places that a move names.
 * @param {string} move
 */
export function showMove(move) {
  highlight("hint", namedPlaces(move).map(({ place }) => place));
}

// The game that was played before is there again; if none was begun, one can be chosen.
async function leave() {
  const kept = savedIn("sessionStorage");
  if (kept) {
    await resumeGame(kept, { replaces: true });
  }
  scrollTo(0, 0);
  if (state.steps.last === 0) {
    showStart();
  }
}

/**
 * The numbers of the tasks of a name that were solved; `where` says which kind of tasks.
 * @param {string} where
 * @param {string} name
 * @returns {number[]}
 */
export function solvedIn(where, name) {
  return stored(where)?.[name] ?? [];
}

/**
 * @param {string} where
 * @param {string} name
 * @param {number} number
 */
export function noteSolved(where, name, number) {
  const numbers = [...new Set([...solvedIn(where, name), number])];
  store(where, { ...stored(where), [name]: numbers });
}

page["show-me"].addEventListener("click", () => enqueue(() => current.show()));
page["next-lesson"].addEventListener("click", () => enqueue(() => current.next()));
page["leave-lesson"].addEventListener("click", () => enqueue(leave));
