// Lessons: a first game with a guide and exercises for each game, which check the move that is made.

import { call } from "./calls.js";
import { make, page } from "./elements.js";
import { isPersonsTurn, lastPly, positionParams } from "./game.js";
import { askForMove } from "./moves.js";
import { puzzlesOf } from "./puzzles.js";
import { button, enqueue, say } from "./queue.js";
import { rules } from "./rules.js";
import { OPPONENT } from "./seats.js";
import { beginAgainst } from "./start.js";
import { state } from "./state.js";
import { noteSolved, openTask, playReplies, refuse, renderTask, showMove, solvedIn, tryAnother } from "./task.js";
import { t } from "./words.js";

/**
 * @import { Lessons, Results } from "./calls.js"
 * @import { Ply } from "./state.js"
 */

const ADVISER = "club"; // the computer player that gives hints
const SOLVED_KEY = "ninetka-learned"; // of the exercises solved, by game, in the storage
/** @type {Map<string, Lessons | null>} */
const known = new Map(); // the lessons of each game, once they are asked for
/** @type {{ name: string, lessons: Lessons, at: number, number: number | null }} */
let lesson; // the exercise of that number, or the guided game if null

/** @param {string} name */
async function lessonsOf(name) {
  let lessons = known.get(name);
  if (lessons === undefined) {
    ({ lessons } = await call("lessons", { game: name }));
    known.set(name, lessons);
  }
  return lessons;
}

// The choice of lessons

async function listLessons() {
  const rows = [];
  for (const { name } of state.games) {
    const lessons = await lessonsOf(name);
    if (lessons) {
      rows.push(make("section", "", make("h3", "", name), rowOf(name, lessons, await puzzlesOf(name))));
    }
  }
  page["lesson-list"].replaceChildren(...rows);
}

/**
 * @param {string} name
 * @param {Lessons} lessons
 * @param {HTMLElement | null} puzzles
 */
function rowOf(name, lessons, puzzles) {
  const solved = solvedIn(SOLVED_KEY, name);
  const first = button(t("First game"), () => begin(name, lessons, null));
  const exercises = lessons.exercises.map((exercise, number) => {
    const { task } = exercise;
    const isSolved = solved.includes(number);
    const each = button(isSolved ? `${number + 1}\u2713` : String(number + 1), () => begin(name, lessons, number));
    each.title = task;
    each.ariaLabel = `${t("Exercise {0}", number + 1)}${isSolved ? `, ${t("solved")}` : ""}: ${task}`;
    return each;
  });
  first.className = "main";
  return make("div", "row", first, ...exercises, ...(puzzles ? [puzzles] : []));
}

async function showLessons() {
  await listLessons();
  page.start.close();
  if (!page.learn.open) {
    page.learn.showModal();
  }
}

// A lesson

/**
 * @param {string} name
 * @param {Lessons} lessons
 * @param {number | null} number
 */
async function begin(name, lessons, number) {
  const start = number === null ? lessons.start : { position: lessons.exercises[number].position };
  const { record } = await call("record", { game: name, ...start });
  await openTask(record, { judge, show, next });
  lesson = { name, lessons, number, at: 0 };
  renderLesson();
}

// What is asked for now: a guided move, an exercise, or nothing if the guided game is done.
function asked() {
  const { lessons, number, at } = lesson;
  if (number !== null) {
    return { ...lessons.exercises[number], replies: [] };
  }
  const guided = lessons.first_game.at(at);
  return guided && { task: guided.text, answers: [guided.move], explanation: "", replies: guided.replies };
}

/** @param {string} reason */
function renderLesson(reason = "") {
  const { name, lessons, number } = lesson;
  const now = asked();
  const title = number === null ? t("First game") : t("Exercise {0}", number + 1);
  renderTask({
    title: `${name}: ${title}`,
    task: now ? now.task : t("You know the game now. Try the exercises."),
    reason,
    isDone: reason !== "" || !now,
    hasNext: number === null || number + 1 < lessons.exercises.length,
    isLearned: !now || (reason !== "" && number === lessons.exercises.length - 1),
    words: [t("Show me"), t("Next exercise"), t("Leave the lesson")],
  });
}

/**
 * Makes a move if it is the one that is asked for.
 * @param {string} move
 */
async function judge(move) {
  const now = asked();
  if (!now) {
    refuse(t("This lesson is done."));
    return;
  }
  if (!now.answers.includes(move)) {
    tryAnother(move);
    return;
  }
  await askForMove("apply", { move });
  if (lesson.number !== null) {
    noteSolved(SOLVED_KEY, lesson.name, lesson.number);
    renderLesson(`${t("Right.")} ${now.explanation}`);
    return;
  }
  await playReplies(now.replies);
  lesson.at += 1;
  renderLesson();
}

function show() {
  const move = asked()?.answers[0];
  if (move) {
    showMove(move);
    say(t("Try {0}.", move));
  }
}

async function next() {
  await begin(lesson.name, lesson.lessons, lesson.number === null ? 0 : lesson.number + 1);
}

// A hint at any move

async function hint() {
  const { last, ply } = state.steps;
  if (ply !== last || !isPersonsTurn(last)) {
    return;
  }
  const before = lastPly();
  page.hint.setAttribute("aria-busy", "true");
  const params = { ...positionParams(last), player: ADVISER, analysis: true, facts: {} };
  try {
    const found = await call("choose", params, (line) => rules.think(line));
    if (before === lastPly()) {
      showMove(found.move);
      say(`${t("Try {0}.", found.move)} ${reasonFor(before, found)}`);
    }
  } finally {
    page.hint.removeAttribute("aria-busy");
  }
}

/**
 * @param {Ply} before
 * @param {Results["choose"]} reply
 */
function reasonFor({ facts, mover }, { analysis, is_over: isOver, scores, winners }) {
  if (isOver && winners.includes(mover)) {
    return t("It wins the game.");
  }
  const gained = Number(scores?.[mover]) - Number(facts?.scores?.[mover]);
  if (gained > 0) {
    return t("It gains points: {0}.", gained);
  }
  const share = analysis?.moves[0]?.share;
  return share === undefined ? "" : t("The computer expects to win {0} % of games with it.", Math.round(100 * share));
}

page["play-learned"].addEventListener("click", () => enqueue(() => beginAgainst(OPPONENT, lesson.name)));
page["to-learn"].addEventListener("click", () => enqueue(showLessons));
page["open-learn"].addEventListener("click", () => enqueue(showLessons));
page["close-learn"].addEventListener("click", () => page.learn.close());
page.hint.addEventListener("click", () => enqueue(hint));
