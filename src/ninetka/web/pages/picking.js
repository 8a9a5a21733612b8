// A person's move: places picked by clicks or keys, one after another, or a text.

import { drawRings, focusBoard, highlight, labelOf, moveCursor, neighbour, placeOf, targetAt } from "./board.js";
import { Refusal, call } from "./calls.js";
import { isEditing, putPiece } from "./editor.js";
import { make, page } from "./elements.js";
import { isPersonsTurn, lastPly, positionParams } from "./game.js";
import { askForMove, checkTurn, makeMove } from "./moves.js";
import { clearPicks, pickResult, picks, premove, setPicks, setPremove } from "./picks.js";
import { button, enqueue, say } from "./queue.js";
import { rules } from "./rules.js";
import { settings } from "./settings.js";
import { state } from "./state.js";
import { t } from "./words.js";

/** @type {Record<string, [dx: number, dy: number]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const MAX_SUGGESTED = 500;
/** @type {string | null} */
let lastPicked = null; // the place that was clicked last

/** @param {KeyboardEvent} event */
function onBoardKey(event) {
  const target = targetAt(event.target);
  const place = placeOf(target);
  if (!target || place === null || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) {
    return;
  }
  if (event.key in ARROWS) {
    const next = neighbour(target, ...ARROWS[event.key]);
    if (next) {
      moveCursor(next);
      next.focus();
    }
  } else if (event.key === "Enter" || event.key === " ") {
    pickNext(place);
  } else {
    return;
  }
  event.preventDefault();
}

/**
 * A click that arrives after the position has changed is not taken, and the page says so, unless it is
 * the second of a double click.
 * @param {string} place
 */
export function pickNext(place) {
  if (isEditing()) {
    enqueue(() => putPiece(place));
    return;
  }
  const ply = lastPly();
  const isDouble = place === lastPicked;
  lastPicked = place;
  if (!rules.isReady) {
    plan(place, 1);
    return;
  }
  if (state.thinking !== null && state.steps.ply === state.steps.last) {
    enqueue(() => planNext(place));
    return;
  }
  enqueue(async () => {
    if (ply === lastPly()) {
      await pick(place);
    } else if (!isDouble) {
      say(t("The position had changed before your click on {0}: click again if you mean it.", labelOf(place)));
    }
  });
}

/**
 * Plans a move while a computer thinks, or before the rules are there. Another click on a place takes it back;
 * once a move has all its places, a click elsewhere plans another one.
 * @param {string} place
 * @param {number} most
 */
function plan(place, most) {
  const at = premove.indexOf(place);
  const begun = premove.length < most ? premove : [];
  setPremove(at < 0 ? [...begun, place] : premove.slice(0, at));
  renderPremove();
}

/** @param {string} place */
async function planNext(place) {
  plan(place, premove.length ? await placesOfMove() : 1);
  if (isPersonsTurn(state.steps.last)) {
    await playPremove(); // the computer has just moved
  }
}

// How many places make a move, as in the last position in which a person had to move.
async function placesOfMove() {
  const { game, steps } = state;
  const at = steps.plies.findLastIndex(({ mover }) => game.computers[mover] === null);
  if (at < 0) {
    return 1;
  }
  /** @type {string[]} */
  const places = [];
  let click = await call("click", { ...positionParams(at), places });
  while (click.next.length && !click.move) {
    places.push(click.next[0]);
    click = await call("click", { ...positionParams(at), places });
  }
  return places.length || 1;
}

function renderPremove() {
  highlight("planned", premove);
  page.picked.textContent = premove.length ? t("Planned: {0}", premove.map(labelOf).join(", ")) : "";
}

// Makes the planned move, once it is the person's turn.
export async function playPremove() {
  const places = premove;
  setPremove([]);
  renderPremove();
  try {
    await tryPicks(places);
  } catch (error) {
    throw new Refusal(t("Your planned move cannot be made: {0}", /** @type {Error} */ (error).message));
  }
}

/** @param {string} place */
async function pick(place) {
  checkTurn();
  const before = picks;
  try {
    await tryPicks([...before, place]);
  } catch (error) {
    if (before.at(-1) === place) {
      await tryPicks(before.slice(0, -1));
    } else if (before.length === 1) {
      await tryPicks([place]).catch(() => {
        throw error; // it is not another start either
      });
    } else {
      throw error;
    }
  }
}

/** @param {string[]} places */
async function tryPicks(places) {
  if (!places.length) {
    clearPicks();
    renderPicks();
    return;
  }
  const { judge } = state.game;
  const reply = settings.confirm || judge
    ? await call("click", { ...positionParams(state.steps.last), places })
    : await askForMove("click", { places, apply: true });
  if (judge && reply.move && !reply.next.length) {
    await judge(reply.move);
  } else if (!reply.position) {
    setPicks(places, reply);
    renderPicks();
  }
}

// What can be done with the places picked so far; before the first, what can be done without any.
export function renderPicks() {
  const { steps } = state;
  const { facts } = steps.plies[steps.ply];
  const now = isPersonsTurn(steps.ply) ? (pickResult ?? facts?.click) : null;
  const offers = now?.offers ?? [];
  const buttons = [];
  for (const offer of offers) {
    const places = [...picks, ...offer];
    const taking = button(t("Take {0}", offer.slice(0, -1).map(labelOf).join(" ")), () => tryPicks(places));
    for (const event of ["mouseenter", "focus"]) {
      taking.addEventListener(event, () => highlight("offered", offer));
    }
    for (const event of ["mouseleave", "blur"]) {
      taking.addEventListener(event, () => highlight("offered", []));
    }
    buttons.push(taking);
  }
  const move = now?.move;
  if (move) {
    const text = offers.length ? t("Make the move {0} alone", move) : t("Make the move {0}", move);
    buttons.push(button(text, () => makeMove(move)));
  }
  if (buttons.length) {
    buttons[0].className = "main"; // what is offered besides the move is what players look for
  }
  if (picks.length) {
    buttons.push(button(t("Cancel"), () => tryPicks([])));
  }
  const hasFocus = page.picks.contains(document.activeElement);
  page.picks.replaceChildren(...buttons);
  if (hasFocus && buttons.length) {
    buttons[0].focus({ preventScroll: true });
  } else if (hasFocus) {
    focusBoard();
  }
  const next = pickResult?.next.length ? t("Next: one of the marked places.") : "";
  const heard = make("span", "heard", ` ${next}`);
  page.picked.replaceChildren(...(picks.length ? [t("Picked: {0}.", picks.map(labelOf).join(", ")), heard] : []));
  highlight("offered", []);
  highlight("hint", []);
  highlight("picked", picks);
  highlight("next", pickResult?.next ?? []);
  drawRings(picks);
}

// Offers moves to choose from where they are typed.
export async function suggest() {
  if (document.activeElement === page.text) {
    const reply = await call("some_moves", positionParams(state.steps.last)).catch(() => ({ moves: [] }));
    const moves = reply.moves.slice(0, MAX_SUGGESTED);
    page.texts.replaceChildren(...moves.map((move) => new Option(move)));
  }
}

// Where the piece on a place would stop is shown before it is clicked.
for (const event of ["pointerover", "focusin"]) {
  page.board.addEventListener(event, ({ target }) => {
    const { to } = targetAt(target)?.dataset ?? {};
    highlight("stop", to ? [to] : []);
  });
}
for (const event of ["pointerout", "focusout"]) {
  page.board.addEventListener(event, () => highlight("stop", []));
}
page.board.addEventListener("click", (event) => {
  const target = targetAt(event.target);
  const place = placeOf(target);
  if (target && place !== null) {
    moveCursor(target);
    pickNext(place);
  }
});
page.board.addEventListener("keydown", onBoardKey);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && (picks.length || premove.length)) {
    clearPicks();
    renderPremove();
    renderPicks();
  }
});
page.typed.addEventListener("submit", (event) => {
  event.preventDefault();
  enqueue(async () => {
    await makeMove(page.text.value);
    page.text.value = "";
  });
});
page.text.addEventListener("focus", suggest);
