// Rings and arrows of the user's own: drawn with the right button, with a finger or the mouse while Draw is
// switched on, or by the key M. The same again erases one, a click beside the places all.

import { labelOf, placeOf, targets } from "./board.js";
import { isEditing } from "./editor.js";
import { page } from "./elements.js";
import { middleOf } from "./motion.js";
import { saveGame } from "./saved.js";
import { drawShapes, eraseOverlay, shapeName } from "./shapes.js";
import { speak } from "./spoken.js";
import { state } from "./state.js";
import { t } from "./words.js";

/** @import { Shape } from "./comments.js" */

/** @typedef {{ altKey: boolean, ctrlKey: boolean, shiftKey: boolean }} Keys */

const [GREEN, RED, BLUE, YELLOW] = ["G", "R", "B", "Y"];
/** @type {(Shape & { start: string }) | null} */
let begun = null; // the shape that is being drawn with a pointer
/** @type {string | null} */
let keyStart = null; // where a shape begins that is drawn by keys
let isDrawn = false; // whether the pointer has just drawn, so that its click is none beside the places
let isOn = false; // whether all clicks draw

function shownPly() {
  return state.steps.plies[state.steps.ply];
}

// Draws the shapes of the ply that is shown, and the one that is being drawn.
export function renderShapes() {
  const { shapes = [] } = shownPly();
  const shown = begun ? [...shapes, begun] : shapes;
  eraseOverlay("own");
  if (!shown.length || isEditing()) {
    return;
  }
  const labelled = new Map([...targets].map(([place, target]) => [labelOf(place), target]));
  drawShapes(shown, (name) => {
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
 * @returns {Shape}
 */
function shapeFrom(start, place, event) {
  const [from, to] = [labelOf(start), labelOf(place)];
  return { colour: colourOf(event), from, to: from === to ? null : to };
}

/**
 * Draws a shape, or erases it if it is there; in another colour it takes the place of the other one.
 * @param {Shape} shape
 */
function toggle(shape) {
  const ply = shownPly();
  const { shapes = [] } = ply;
  const old = shapes.find(({ from, to }) => from === shape.from && to === shape.to);
  const isErased = old?.colour === shape.colour;
  const now = [...shapes.filter((each) => each !== old), ...(isErased ? [] : [shape])];
  ply.shapes = now.sort((one, other) => Number(one.to !== null) - Number(other.to !== null)); // as records have them
  renderShapes();
  saveGame();
  speak(isErased ? t("Erased: {0}", shapeName(shape)) : t("Drawn: {0}", shapeName(shape)));
}

function erase() {
  const ply = shownPly();
  if (ply.shapes?.length) {
    ply.shapes = [];
    renderShapes();
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
  begun = place !== null && isDrawing(event) ? { ...shapeFrom(place, place, event), start: place } : null;
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
    begun = { ...shapeFrom(begun.start, place, event), start: begun.start };
    renderShapes();
  }
}

/** @param {PointerEvent} event */
function onUp({ type, clientX, clientY }) {
  const shape = begun;
  begun = null;
  isDrawn = Boolean(shape);
  if (!shape) {
    return;
  }
  const isOnPlace = placeOf(document.elementFromPoint(clientX, clientY)) !== null;
  if (type === "pointerup" && isOnPlace) {
    const { start, ...drawn } = shape;
    toggle(drawn);
  } else {
    renderShapes();
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
 * The first press says where a shape begins, the second where it ends.
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
  if (keyStart === null || !targets.has(keyStart)) {
    keyStart = place;
    speak(t("From {0}: press M here for a ring, elsewhere for an arrow.", labelOf(place)));
  } else {
    toggle(shapeFrom(keyStart, place, event));
    keyStart = null;
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
    keyStart = null;
  }
});
page.draw.addEventListener("click", switchDrawing);
page.erase.addEventListener("click", erase);
