// Rings and arrows of the user's own: drawn with the right button, with a finger or the mouse while Draw is
// switched on, or by the key M. The same again erases one, a click beside the places all.

import { labelOf, placeOf, targets } from "./board.js";
import { isEditing } from "./editor.js";
import { page } from "./elements.js";
import { middleOf } from "./motion.js";
import { saveGame } from "./saved.js";
import { drawMarks, eraseOverlay, markName } from "./shapes.js";
import { speak } from "./spoken.js";
import { state } from "./state.js";
import { t } from "./words.js";

/** @import { Mark } from "./comments.js" */

/** @typedef {{ altKey: boolean, ctrlKey: boolean, shiftKey: boolean }} Keys */

const [GREEN, RED, BLUE, YELLOW] = ["G", "R", "B", "Y"];
/** @type {(Mark & { start: string }) | null} */
let begun = null; // the mark that is being drawn with a pointer
/** @type {string | null} */
let marked = null; // where a mark begins that is drawn by keys
let isDrawn = false; // whether the pointer has just drawn, so that its click is none beside the places
let isOn = false; // whether all clicks draw

function shownPly() {
  return state.steps.plies[state.steps.ply];
}

// Draws what is marked at the ply that is shown, and the mark that is being drawn.
export function renderMarks() {
  const { drawn = [] } = shownPly();
  const shown = begun ? [...drawn, begun] : drawn;
  eraseOverlay("own");
  if (!shown.length || isEditing()) {
    return;
  }
  const labelled = new Map([...targets].map(([place, target]) => [labelOf(place), target]));
  drawMarks(shown, (name) => {
    const target = labelled.get(name);
    return target && placed(target);
  });
}

/** @param {SVGGraphicsElement} target */
function placed(target) {
  const { width, height } = target.getBBox();
  return { middle: middleOf(target), size: Math.min(width, height) };
}

/** @param {Keys} event */
function colourOf({ altKey, ctrlKey, shiftKey }) {
  const isRed = shiftKey || ctrlKey;
  return isRed && altKey ? YELLOW : isRed ? RED : altKey ? BLUE : page.ink.value;
}

/**
 * @param {string} start
 * @param {string} place
 * @param {Keys} event
 * @returns {Mark}
 */
function markFrom(start, place, event) {
  const [from, to] = [labelOf(start), labelOf(place)];
  return { colour: colourOf(event), from, to: from === to ? null : to };
}

/**
 * Draws a mark, or erases it if it is there; in another colour it takes the place of the other one.
 * @param {Mark} mark
 */
function toggle(mark) {
  const ply = shownPly();
  const { drawn = [] } = ply;
  const old = drawn.find(({ from, to }) => from === mark.from && to === mark.to);
  const isErased = old?.colour === mark.colour;
  const now = [...drawn.filter((each) => each !== old), ...(isErased ? [] : [mark])];
  ply.drawn = now.sort((one, other) => Number(one.to !== null) - Number(other.to !== null)); // as records have them
  renderMarks();
  saveGame();
  speak(isErased ? t("Erased: {0}", markName(mark)) : t("Drawn: {0}", markName(mark)));
}

function erase() {
  const ply = shownPly();
  if (ply.drawn?.length) {
    ply.drawn = [];
    renderMarks();
    saveGame();
    speak(t("All drawings are erased."));
  }
}

/** @param {PointerEvent} event */
function isDrawing({ button, isPrimary }) {
  return !isEditing() && isPrimary && (button === 2 || (isOn && button === 0));
}

/**
 * While everything draws, nothing else comes of a click or a touch.
 * @param {PointerEvent} event
 */
function onDown(event) {
  isDrawn = false;
  const place = placeOf(event.target);
  begun = place !== null && isDrawing(event) ? { ...markFrom(place, place, event), start: place } : null;
  if (begun && isOn) {
    event.stopPropagation();
  }
}

/** @param {PointerEvent} event */
function onMove(event) {
  if (!begun) {
    return;
  }
  const place = placeOf(document.elementFromPoint(event.clientX, event.clientY));
  if (place !== null && labelOf(place) !== (begun.to ?? begun.from)) {
    begun = { ...markFrom(begun.start, place, event), start: begun.start };
    renderMarks();
  }
}

/** @param {PointerEvent} event */
function onUp({ type, clientX, clientY }) {
  const mark = begun;
  begun = null;
  isDrawn = Boolean(mark);
  if (!mark) {
    return;
  }
  const isOnPlace = placeOf(document.elementFromPoint(clientX, clientY)) !== null;
  if (type === "pointerup" && isOnPlace) {
    const { start, ...drawn } = mark;
    toggle(drawn);
  } else {
    renderMarks();
  }
}

/** @param {MouseEvent} event */
function onClick(event) {
  if (isOn && !isEditing()) {
    event.stopPropagation();
  }
  if (placeOf(event.target) === null && !isDrawn) {
    erase();
  }
}

/**
 * The first press says where a mark begins, the second where it ends.
 * @param {KeyboardEvent} event
 */
function onKey(event) {
  const place = placeOf(event.target);
  const isWanted = event.key.toLowerCase() === "m" || (isOn && ["Enter", " "].includes(event.key));
  if (place === null || !isWanted || event.ctrlKey || event.metaKey || isEditing()) {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  if (marked === null || !targets.has(marked)) {
    marked = place;
    speak(t("From {0}: press M here for a ring, elsewhere for an arrow.", labelOf(place)));
  } else {
    toggle(markFrom(marked, place, event));
    marked = null;
  }
}

function switchDrawing() {
  isOn = !isOn;
  page.draw.setAttribute("aria-pressed", String(isOn));
  page.pens.hidden = !isOn;
  page.board.classList.toggle("drawing", isOn);
}

page.board.addEventListener("pointerdown", onDown, true);
page.board.addEventListener("click", onClick, true);
page.board.addEventListener("keydown", onKey, true);
page.board.addEventListener("contextmenu", (event) => placeOf(event.target) !== null && event.preventDefault());
document.addEventListener("pointermove", onMove);
document.addEventListener("pointerup", onUp);
document.addEventListener("pointercancel", onUp);
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") {
    marked = null;
  }
});
page.draw.addEventListener("click", switchDrawing);
page.erase.addEventListener("click", erase);
