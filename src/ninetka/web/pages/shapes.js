// Rings, crosses and arrows drawn over the board. `size` is that of a place.

import { elementsOf, page, pictureAbove } from "./elements.js";
import { t } from "./words.js";

/** @import { Shape } from "./comments.js" */

/** @typedef {[x: number, y: number]} Point */
/** @typedef {(name: string) => { middle: Point, size: number } | undefined} Find */

/**
 * Draws over the board, in place of what was drawn there of that kind.
 * @param {string} kind
 * @param {string} inside
 */
export function overlay(kind, inside) {
  eraseOverlay(kind);
  const layer = pictureAbove(`overlay ${kind}`);
  layer.append(...elementsOf(inside));
  return layer;
}

/** @param {string} kind */
export function eraseOverlay(kind) {
  page.board.querySelector(`.${kind}`)?.remove();
}

/**
 * @param {Point} middle
 * @param {number} size
 */
export function ring([x, y], size) {
  return `<circle class="line" cx="${x}" cy="${y}" r="${0.4 * size}" stroke-width="${0.09 * size}"/>`;
}

/**
 * @param {Point} middle
 * @param {number} size
 */
export function cross([x, y], size) {
  const half = 0.32 * size;
  const stroke = `m${-half} ${-half}l${2 * half} ${2 * half}m0 ${-2 * half}l${-2 * half} ${2 * half}`;
  return `<path class="line" d="M${x} ${y}${stroke}" stroke-width="${0.12 * size}"/>`;
}

/**
 * @param {Point} from
 * @param {Point} to
 * @param {number} size
 */
export function arrow([fromX, fromY], [x, y], size) {
  const length = Math.hypot(x - fromX, y - fromY) || 1;
  const [dx, dy] = [((x - fromX) / length) * size, ((y - fromY) / length) * size];
  const [neckX, neckY] = [x - 0.45 * dx, y - 0.45 * dy];
  const head = [
    [x, y],
    [neckX - 0.25 * dy, neckY + 0.25 * dx],
    [neckX + 0.25 * dy, neckY - 0.25 * dx],
  ].join(" ");
  const line = `<path class="line" d="M${fromX} ${fromY}L${neckX} ${neckY}" stroke-width="${0.12 * size}"/>`;
  return `${line}<polygon class="full" points="${head}"/>`;
}

/**
 * Draws what comments draw (comments.js). `find` gives the middle of a place and its size, by its name.
 * @param {Shape[]} shapes
 * @param {Find} find
 */
export function drawShapes(shapes, find) {
  const layer = overlay("own", shapes.map((shape) => shapeSvg(shape, find)).join(""));
  layer.setAttribute("role", "img");
  layer.ariaLabel = t("Drawn: {0}", shapes.map(shapeName).join(", "));
}

/**
 * @param {Shape} shape
 * @param {Find} find
 */
function shapeSvg({ colour, from, to }, find) {
  const [start, end] = [find(from), to === null ? undefined : find(to)];
  if (!start || (to !== null && !end)) {
    return ""; // a record may name what the board does not have
  }
  const shape = end ? arrow(start.middle, end.middle, start.size) : ring(start.middle, start.size);
  return `<g class="ink-${colour}">${shape}</g>`;
}

/** @param {Shape} shape */
export function shapeName({ colour, from, to }) {
  /** @type {Record<string, string>} */
  const names = { G: t("green"), R: t("red"), B: t("blue"), Y: t("yellow") };
  return `${names[colour]} ${to === null ? from : `${from}-${to}`}`;
}
