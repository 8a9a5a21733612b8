// The board enlarged, and a loupe under which a finger aims at small places.

import { placeOf, targetAt, targets } from "./board.js";
import { boardPicture, clamp, page } from "./elements.js";
import { fitLabels } from "./labels.js";
import { pickNext } from "./picking.js";

/** @import { Point } from "./shapes.js" */

const ZOOM_STEP = 1.5;
const MAX_ZOOM = 6;
const MIN_TOUCH_PX = 24; // places that are smaller are aimed at under the loupe
const MIN_PLACE_PX = 26; // for smaller places there are buttons to enlarge the board
const LOUPE_PLACES = 7; // across the loupe
/** @type {Map<number, Point>} */
const touches = new Map(); // by the pointer's number: where a finger is
let zoom = 1;
/** @type {{ loupe: SVGSVGElement, target: SVGGraphicsElement | null } | null} */
let aim = null; // while a finger aims
/** @type {{ apart: number, middle: Point } | null} */
let pinch = null; // two fingers when they were seen last

// Takes a new size of the board's places into account.
export function measure() {
  const [target] = targets.values();
  const width = target?.getBoundingClientRect().width ?? Infinity;
  page.board.classList.toggle("fine", width < MIN_TOUCH_PX);
  page.view.hidden = zoom === 1 && width >= MIN_PLACE_PX;
  fitLabels();
}

/**
 * Enlarges the board around a point of the screen, by default its middle.
 * @param {number} wanted
 * @param {Point} at
 */
function zoomTo(wanted, at = middleOfBoard()) {
  const next = Math.min(Math.max(wanted, 1), MAX_ZOOM);
  const { board } = page;
  if (zoom === 1) {
    const { width, height } = boardPicture().getBoundingClientRect();
    board.style.setProperty("--width", `${width}px`);
    board.style.setProperty("--height", `${height}px`);
  }
  const { left, top } = board.getBoundingClientRect();
  const [x, y] = [at[0] - left, at[1] - top];
  const scrolled = [board.scrollLeft + x, board.scrollTop + y].map((each) => (each * next) / zoom);
  zoom = next;
  board.classList.toggle("zoomed", zoom > 1);
  board.style.setProperty("--zoom", String(zoom));
  board.scrollTo(scrolled[0] - x, scrolled[1] - y);
  page["zoom-out"].setAttribute("aria-disabled", String(zoom === 1));
  page["zoom-in"].setAttribute("aria-disabled", String(zoom === MAX_ZOOM));
  measure();
}

/** @returns {Point} */
function middleOfBoard() {
  const { left, top, width, height } = page.board.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/**
 * The loupe shows the drawing around the finger, and frames the place that would be picked.
 * @param {number} x
 * @param {number} y
 */
function showLoupe(x, y) {
  if (!aim) {
    const picture = boardPicture();
    const loupe = /** @type {SVGSVGElement} */ (picture.cloneNode(false));
    const drawing = picture.querySelector("g");
    if (drawing) {
      loupe.append(drawing.cloneNode(true));
    }
    loupe.removeAttribute("role");
    page.loupe.replaceChildren(loupe);
    page.loupe.hidden = false;
    aim = { loupe, target: null };
  }
  const target = targetAt(document.elementFromPoint(x, y));
  if (target && target !== aim.target) {
    aim.loupe.querySelector(".aimed")?.remove();
    const frame = /** @type {Element} */ (target.cloneNode(false));
    frame.setAttribute("class", "aimed");
    aim.loupe.append(frame);
    aim.target = target;
    const box = target.getBBox();
    const side = LOUPE_PLACES * box.width;
    const [left, top] = [box.x + box.width / 2 - side / 2, box.y + box.height / 2 - side / 2];
    aim.loupe.setAttribute("viewBox", `${left} ${top} ${side} ${side}`);
  }
  const { width, height } = page.loupe.getBoundingClientRect();
  const above = y - height - 40;
  page.loupe.style.left = `${clamp(x - width / 2, innerWidth - width)}px`;
  page.loupe.style.top = `${above > 0 ? above : y + 60}px`;
}

function hideLoupe() {
  page.loupe.hidden = true;
  aim = null;
}

function seenFingers() {
  const [one, other] = [...touches.values()];
  const apart = Math.hypot(one[0] - other[0], one[1] - other[1]);
  /** @type {Point} */
  const middle = [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
  return { apart, middle };
}

/** @param {PointerEvent} event */
function onFinger(event) {
  const { clientX: x, clientY: y, pointerId, pointerType } = event;
  if (pointerType !== "touch" || !(page.board.classList.contains("fine") || pinch)) {
    return;
  }
  if (event.type === "pointerdown") {
    touches.set(pointerId, [x, y]);
  } else if (touches.has(pointerId)) {
    touches.set(pointerId, [x, y]);
  } else {
    return;
  }
  if (touches.size === 1 && !pinch) {
    showLoupe(x, y);
  } else if (touches.size === 2) {
    hideLoupe();
    const now = seenFingers();
    if (pinch) {
      page.board.scrollBy(pinch.middle[0] - now.middle[0], pinch.middle[1] - now.middle[1]);
      zoomTo((zoom * now.apart) / pinch.apart, now.middle);
    }
    pinch = now;
  }
}

/** @param {PointerEvent} event */
function onLift({ pointerId, type }) {
  if (!touches.delete(pointerId)) {
    return;
  }
  const place = placeOf(aim?.target);
  hideLoupe();
  if (type === "pointerup" && place !== null && !pinch) {
    pickNext(place);
  }
  if (!touches.size) {
    pinch = null;
  }
}

page["zoom-in"].addEventListener("click", () => zoomTo(zoom * ZOOM_STEP));
page["zoom-out"].addEventListener("click", () => zoomTo(zoom / ZOOM_STEP));
page.board.addEventListener("pointerdown", onFinger);
page.board.addEventListener("touchstart", (event) => aim && event.preventDefault(), { passive: false });
document.addEventListener("pointermove", onFinger);
document.addEventListener("pointerup", onLift);
document.addEventListener("pointercancel", onLift);
window.addEventListener("resize", () => page.board.firstChild && zoomTo(1));
new ResizeObserver(measure).observe(page.board);
new MutationObserver(measure).observe(page.board, { childList: true });
