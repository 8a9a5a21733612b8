// Pieces that are dragged from place to place, with the mouse or a finger.

import { placeOf, targets } from "./board.js";
import { boardPicture, closest, page } from "./elements.js";
import { pieces } from "./motion.js";
import { pickNext } from "./picking.js";

const MIN_DRAG_PX = 6; // less is a click
/** @type {{ piece: SVGElement, place: string, x: number, y: number, byFinger: boolean, moved?: boolean } | null} */
let dragged = null;

/** @param {PointerEvent} event */
function begin({ target, isPrimary, button, pointerType, clientX: x, clientY: y }) {
  const place = closest(target, ".playable") && placeOf(target);
  const piece = place !== null && isPrimary && button === 0 && pieces().get(place)?.element;
  dragged = piece ? { piece, place, x, y, byFinger: pointerType === "touch" } : null;
}

/** @param {PointerEvent} event */
function follow({ clientX, clientY }) {
  if (!dragged) {
    return;
  }
  const [dx, dy] = [clientX - dragged.x, clientY - dragged.y];
  dragged.moved ||= Math.hypot(dx, dy) >= MIN_DRAG_PX;
  if (dragged.moved) {
    const scale = boardPicture().getScreenCTM()?.a ?? 1;
    dragged.piece.style.translate = `${dx / scale}px ${dy / scale}px`;
  }
}

/**
 * Where a piece slides by itself, the first place says it all. A finger's touch of a piece is no click,
 * since it was taken for a drag.
 * @param {PointerEvent} event
 */
function drop({ clientX, clientY }) {
  if (!dragged) {
    return;
  }
  const { byFinger, moved, place } = dragged;
  cancel();
  const target = document.elementFromPoint(clientX, clientY);
  const to = placeOf(target);
  const isElsewhere = moved && to !== null && to !== place;
  const slides = Boolean(targets.get(place)?.dataset.to);
  if (isElsewhere || byFinger) {
    pickNext(place);
  }
  if (isElsewhere && !slides) {
    pickNext(to);
  }
}

function cancel() {
  dragged?.piece.removeAttribute("style");
  dragged = null;
}

page.board.addEventListener("pointerdown", begin);
page.board.addEventListener("touchstart", (event) => dragged && event.preventDefault(), { passive: false });
document.addEventListener("pointermove", follow);
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", cancel);
