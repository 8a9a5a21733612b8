// The labels on the board, which are never too small to be read: where there is no room for all, there are
// fewer of them.

import { page } from "./elements.js";

const MIN_LABEL_PX = 14;
const CHARACTER_WIDTH = 0.65; // in font sizes

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */

// Fits the labels to the size of the board.
export function fitLabels() {
  /** @type {Box[]} */
  const shown = [];
  /** @type {NodeListOf<SVGTextElement>} */
  const labels = page.board.querySelectorAll("svg:first-child text");
  for (const label of labels) {
    const scale = label.getScreenCTM()?.a;
    if (!scale) {
      return; // the board is not shown
    }
    const own = Number(label.getAttribute("font-size"));
    const size = Math.max(own, MIN_LABEL_PX / scale);
    label.style.fontSize = size > own ? `${size}px` : "";
    if (label.matches(".coordinate")) {
      const box = boxOf(label, size);
      const isCrowded = size > own && shown.some((other) => overlap(box, other));
      label.classList.toggle("crowded", isCrowded);
      if (!isCrowded) {
        shown.push(box);
      }
    }
  }
}

/**
 * @param {SVGTextElement} label
 * @param {number} size
 */
function boxOf(label, size) {
  const [x, y] = ["x", "y"].map((name) => Number(label.getAttribute(name)));
  const half = (CHARACTER_WIDTH * size * label.textContent.length) / 2;
  return { left: x - half, right: x + half, top: y - size, bottom: y };
}

/**
 * @param {Box} one
 * @param {Box} other
 */
function overlap(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
