// A position set up on the board: pieces are put and taken by clicks and keys, and a game begins from it.

import { placeOf, showSketch } from "./board.js";
import { Refusal, call } from "./calls.js";
import { letComputerMove, stopThinking } from "./computers.js";
import { elementsOf, make, page } from "./elements.js";
import { SEAT_TAGS } from "./game.js";
import { button, enqueue } from "./queue.js";
import { beginGame, chosenStart } from "./setup.js";
import { state } from "./state.js";
import { t } from "./words.js";

/**
 * @import { Arranged, ArrangedFact } from "./calls.js"
 * @import { Start } from "./setup.js"
 */

const TO_MOVE = "to_move"; // the name of the fact that is there in every game
/** @type {Start | null} */
let start = null; // how the game would begin, while the editor is open
/** @type {Arranged} */
let arranged; // what the rules say of the arrangement
let kind = ""; // what a click puts; nothing takes away

/**
 * @param {Start} given
 * @param {string | undefined} position
 */
async function open(given, position) {
  const { options } = given;
  const reply = await call("arrange", changing({ ...options, position }));
  start = given;
  stopThinking();
  page.game.classList.add("editing");
  page.editor.hidden = false;
  kind = toMove(reply).value;
  render(reply);
  focusKind();
}

// Whether the board is for setting up a position; otherwise for moves.
export function isEditing() {
  return start !== null;
}

// Called when a ply is drawn.
export function closeEditor() {
  if (start) {
    start = null;
    page.game.classList.remove("editing");
    page.editor.hidden = true;
  }
}

/** @param {object} params */
function changing(params) {
  return { ...params, picture: { targets: true } };
}

/**
 * What cannot be read is told, and nothing changes.
 * @param {object} changes
 */
async function change(changes) {
  if (!start) {
    return; // the editor has been closed
  }
  const { options } = start;
  try {
    render(await call("arrange", changing({ ...options, position: arranged.position, ...changes })));
  } catch (error) {
    if (!(error instanceof Refusal)) {
      throw error;
    }
    renderProblems([error.message]);
  }
}

/**
 * Puts a piece on a place; one of that kind that is there already is taken away.
 * @param {string} place
 * @param {string} wanted
 */
export function putPiece(place, wanted = kind) {
  const isThere = arranged.pieces[place] === wanted;
  return change({ put: { [place]: isThere ? "" : wanted } });
}

/** @param {Arranged} reply */
function render(reply) {
  arranged = reply;
  showSketch(reply.svg);
  renderKinds();
  page.facts.replaceChildren(...reply.facts.map(factField));
  page.arrangement.value = reply.position;
  renderProblems(reply.problems);
}

/** @param {string[]} problems */
function renderProblems(problems) {
  page.problems.replaceChildren(...problems.map((sentence) => make("li", "", sentence)));
  page["begin-here"].setAttribute("aria-disabled", String(problems.length > 0));
}

/** @param {Arranged} reply */
function toMove({ facts }) {
  return /** @type {ArrangedFact} */ (facts.find(({ name }) => name === TO_MOVE));
}

function renderKinds() {
  const hasFocus = page.kinds.contains(document.activeElement);
  const seats = toMove(arranged).choices;
  const kinds = Object.entries({ ...arranged.kinds, "": t("Take away") });
  const buttons = kinds.map(([each, name]) => {
    const choice = button("", () => choose(each));
    choice.append(...pictureOf(each), make("span", "", seats.includes(each) ? each : name));
    choice.ariaLabel = name;
    choice.setAttribute("aria-pressed", String(each === kind));
    return choice;
  });
  page.kinds.replaceChildren(...buttons);
  if (hasFocus) {
    focusKind();
  }
}

function focusKind() {
  /** @type {HTMLElement | null} */
  const chosen = page.kinds.querySelector("[aria-pressed=true]");
  chosen?.focus({ preventScroll: true });
}

/**
 * As the picture on the board has it, if it has any such piece.
 * @param {string} each
 */
function pictureOf(each) {
  if (!each) {
    return [];
  }
  /** @type {SVGGraphicsElement | null} */
  const drawn = page.board.querySelector(`[data-piece="${each}"]`);
  if (!drawn) {
    return [];
  }
  const { x, y, width, height } = drawn.getBBox();
  const box = [x - 2, y - 2, width + 4, height + 4].join(" ");
  const [picture] = elementsOf(`<svg viewBox="${box}" aria-hidden="true"></svg>`);
  picture.append(drawn.cloneNode(true));
  picture.firstElementChild?.removeAttribute("transform");
  picture.querySelector("text")?.remove(); // the letter stands beside it
  return [picture];
}

/** @param {string} each */
function choose(each) {
  kind = each;
  renderKinds();
}

/** @param {ArrangedFact} fact */
function factField({ name, value, label, choices, labels }) {
  const options = choices.map((choice, at) => new Option(labels[at] ?? choice, choice, false, choice === value));
  const field = make(choices.length ? "select" : "input", "", ...options);
  field.value = value;
  field.addEventListener("change", () => enqueue(() => change({ set: { [name]: field.value } })));
  return make("label", "", `${label} `, field);
}

async function begin() {
  if (!start) {
    return; // it has been pressed twice
  }
  const { options, players, names } = start;
  if (!page.problems.children.length) {
    await beginGame({ ...options, position: arranged.position }, players, names);
  }
}

// The game goes on as it was.
async function leave() {
  await state.steps.show(state.steps.ply);
  letComputerMove();
}

function openHere() {
  const { computers, options, tags } = state.game;
  const names = computers.map((_, seat) => tags[SEAT_TAGS[seat]]);
  page.more.open = false;
  return open({ options, players: computers.map((player) => player ?? ""), names }, page.position.value);
}

async function openChosen() {
  page.refusal.textContent = "";
  try {
    const given = chosenStart();
    await open(given, given.options.position);
    page.start.close();
  } catch (error) {
    page.refusal.textContent = /** @type {Error} */ (error).message;
  }
}

// On the board, numbers choose what is put, and Delete takes away.
page.board.addEventListener("keydown", ({ key, target }) => {
  const place = placeOf(target);
  if (!start || place === null) {
    return;
  }
  const chosen = [...Object.keys(arranged.kinds), ""][Number(key) - 1];
  if (key === "Delete" || key === "Backspace") {
    enqueue(() => putPiece(place, ""));
  } else if (chosen !== undefined) {
    choose(chosen);
  }
});
page["set-up"].addEventListener("click", () => enqueue(openHere));
page["on-board"].addEventListener("click", () => enqueue(openChosen));
page.arrangement.addEventListener("change", () => enqueue(() => change({ position: page.arrangement.value })));
page["begin-here"].addEventListener("click", () => enqueue(begin));
page["clear-board"].addEventListener("click", () => enqueue(() => change({ clear: true })));
page["leave-editor"].addEventListener("click", () => enqueue(leave));
