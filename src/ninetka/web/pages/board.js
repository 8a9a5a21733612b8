// The board: how its picture is asked for and changes, and its places as controls.

import { boardPicture, closest, elementsOf, page } from "./elements.js";
import { isPersonsTurn, nameOf } from "./game.js";
import { animate, changeSince, middleOf, pieces } from "./motion.js";
import { settings } from "./settings.js";
import { sound } from "./sound.js";
import { state } from "./state.js";

/**
 * @import { Change, Facts, Picture, Wish } from "./calls.js"
 * @import { PieceChange } from "./motion.js"
 * @import { Ply } from "./state.js"
 */

/**
 * What the picture on the board was asked for.
 * @typedef {object} Shown
 * @property {string} [last_move]
 * @property {string} [previous]
 * @property {string} position
 * @property {string | null} ending
 * @property {string[]} marks
 * @property {string[]} names
 * @property {boolean} targets
 */

/**
 * What the rules reply about a ply to the wish for its picture, which may be told by its changes `since` another one.
 * @typedef {{ picture: Wish, reply: Facts & Picture, since: Shown | null }} Drawn
 */

/** @type {Map<string, SVGGraphicsElement>} */
export const targets = new Map(); // by place: the element of the picture that stands for it
/** @type {Shown | null} */
export let shownPicture = null; // what the picture on the board was asked for; null if that is of no ply
export let cursor = ""; // the place that the Tab key stops at

/**
 * The parameters of a picture that follows a position. Legal moves are marked for people. It may be told by its
 * changes since another one; if that is of the position before, its own is left out, since positions can be long.
 * @param {string | undefined} before
 * @param {Shown | null} since
 * @returns {Wish}
 */
export function pictureParams(before, since) {
  const { game } = state;
  return {
    marks: settings.hints ? game.marks : [],
    marks_for: game.seats.filter((_, seat) => game.computers[seat] === null),
    names: game.seats.map((_, seat) => nameOf(seat)),
    targets: true,
    since: since && since.position === before ? { ...since, position: undefined } : since,
  };
}

/**
 * Shows what the rules replied to the wish for a picture of a ply.
 * @param {number} at
 * @param {Wish} wish
 * @param {Picture} reply
 */
export function showPicture(at, { marks, names, targets: hasTargets }, reply) {
  const { game, steps } = state;
  const focused = placeOf(document.activeElement);
  eraseRings();
  const isNext = at > 0 && shownPicture?.position === steps.plies[at - 1].position;
  const before = isNext ? pieces() : null;
  if (reply.svg) {
    replacePicture(reply.svg);
  } else {
    edit(boardPicture(), reply.changes ?? []);
  }
  shownPicture = {
    ...lastMoveParams(steps.plies, at),
    position: steps.plies[at].position,
    ending: at === steps.last ? game.ending : null,
    marks: isPersonsTurn(at) ? marks : [],
    names,
    targets: hasTargets,
  };
  prepareTargets(focused);
  if (before) {
    const change = changeSince(before);
    animate(change, targets);
    soundOf(at, change);
  }
  hideNeedlessMarks();
}

/** @param {string} svg */
function replacePicture(svg) {
  const [picture] = elementsOf(svg);
  targets.clear();
  picture.setAttribute("preserveAspectRatio", "xMidYMin");
  page.board.replaceChildren(picture);
}

// Has the next picture asked for as a whole.
export function forgetPicture() {
  shownPicture = null;
}

/**
 * Shows a picture that is of no ply.
 * @param {string} svg
 */
export function showSketch(svg) {
  const focused = placeOf(document.activeElement);
  replacePicture(svg);
  forgetPicture();
  prepareTargets(focused);
}

/**
 * @param {number} at
 * @param {PieceChange} change
 */
function soundOf(at, { come, gone }) {
  const { game, steps } = state;
  const isEnd = at === steps.last && (steps.plies[at].is_over || game.ending);
  sound(isEnd ? "end" : gone.length > come.length || come.length > 1 ? "capture" : "move");
}

// Marks tell nothing where most places can be played.
function hideNeedlessMarks() {
  const playable = page.board.querySelectorAll(".playable").length;
  page.board.classList.toggle("open", playable > targets.size / 2);
}

/**
 * The move that led to a ply.
 * @param {Ply[]} plies
 * @param {number} at
 * @returns {{ last_move?: string, previous?: string }}
 */
export function lastMoveParams(plies, at) {
  return at > 0 ? { last_move: plies[at].move, previous: plies[at - 1].position } : {};
}

/**
 * An element counts as a list: itself without its contents, then the elements in it.
 * @param {Element} element
 * @param {Change[]} changes
 */
function edit(element, changes) {
  for (const [at, count, ...added] of changes) {
    if (Array.isArray(count)) {
      edit(element.children[at - 1], count);
      continue;
    }
    const [itself, others] = at === 0 ? [1, added.slice(1)] : [0, added];
    if (itself) {
      const [changed] = elementsOf(added[0]);
      for (const { name, value } of changed.attributes) {
        element.setAttribute(name, value);
      }
    }
    const first = Math.max(at - 1, 0);
    const removed = [...element.children].slice(first, first + count - itself);
    const next = element.children[first + removed.length] ?? null;
    for (const each of elementsOf(others.join(""))) {
      element.insertBefore(each, next);
    }
    for (const each of removed) {
      each.remove();
    }
  }
}

// Places

/**
 * The target on the board that an element is, or is in.
 * @param {EventTarget | null | undefined} element
 */
export function targetAt(element) {
  return /** @type {SVGGraphicsElement | null} */ (closest(element, "#board .target"));
}

/**
 * @param {EventTarget | null | undefined} element
 * @returns {string | null}
 */
export function placeOf(element) {
  return targetAt(element)?.dataset.place ?? null;
}

/**
 * What a target says of its place.
 * @param {Element | undefined} target
 */
export function titleOf(target) {
  return target?.querySelector("title")?.textContent ?? "";
}

/**
 * What a place is called where moves are written, as its target says.
 * @param {string} place
 */
export function labelOf(place) {
  return (titleOf(targets.get(place)) || place).split(",")[0];
}

/**
 * The places that the text of a move names, in its order, each with its target and whether a piece is removed there.
 * @param {string} move
 */
export function namedPlaces(move) {
  const parts = move.split(/[^\p{L}\p{N}]+/u);
  const named = [];
  for (const [place, target] of targets) {
    const name = labelOf(place);
    const at = parts.findIndex((part) => part === name || part === `x${name}`);
    if (at >= 0) {
      named.push({ at, place, target, isRemoved: parts[at] !== name });
    }
  }
  return named.sort((one, other) => one.at - other.at);
}

/**
 * Makes new targets buttons, of which the Tab key stops at one.
 * @param {string | null} focused
 */
function prepareTargets(focused) {
  /** @type {NodeListOf<SVGGraphicsElement>} */
  const added = page.board.querySelectorAll(".target:not([role])");
  for (const target of added) {
    target.setAttribute("role", "button");
    target.setAttribute("tabindex", "-1");
    targets.set(placeOf(target) ?? "", target);
  }
  const target = targets.get(focused ?? cursor) ?? targets.values().next().value;
  if (target) {
    moveCursor(target);
    if (focused !== null) {
      target.focus({ preventScroll: true });
    }
  }
}

/** @param {Element} target */
export function moveCursor(target) {
  page.board.querySelector('.target[tabindex="0"]')?.setAttribute("tabindex", "-1");
  target.setAttribute("tabindex", "0");
  cursor = placeOf(target) ?? "";
}

export function focusBoard() {
  targets.get(cursor)?.focus({ preventScroll: true });
}

/**
 * The nearest target in a direction; those far off to a side count as further away.
 * @param {SVGGraphicsElement} target
 * @param {number} dx
 * @param {number} dy
 */
export function neighbour(target, dx, dy) {
  const [x, y] = middleOf(target);
  let nearest = null;
  let least = Infinity;
  for (const other of targets.values()) {
    const [otherX, otherY] = middleOf(other);
    const ahead = (otherX - x) * dx + (otherY - y) * dy;
    const aside = Math.abs((otherX - x) * dy) + Math.abs((otherY - y) * dx);
    if (ahead > 1 && aside <= ahead && ahead + 2 * aside < least) {
      nearest = other;
      least = ahead + 2 * aside;
    }
  }
  return nearest;
}

/**
 * Marks places as `picked`, `next` or `offered`, and no others.
 * @param {string} kind
 * @param {string[]} places
 */
export function highlight(kind, places) {
  for (const target of page.board.querySelectorAll(`.${kind}`)) {
    target.classList.remove(kind);
  }
  for (const place of places) {
    targets.get(place)?.classList.add(kind);
  }
}

/**
 * Draws the rings picked so far, which begin with the second pick.
 * @param {string[]} picks
 */
export function drawRings(picks) {
  eraseRings();
  if (picks.length > 2) {
    const rings = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
    rings.id = "rings";
    const drawn = picks.slice(1).map((place) => targets.get(place)).filter((target) => target !== undefined);
    rings.setAttribute("points", drawn.map(middleOf).join(" "));
    boardPicture().append(rings);
  }
}

function eraseRings() {
  document.getElementById("rings")?.remove();
}
