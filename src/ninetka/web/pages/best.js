// Moves drawn over the board and numbered: arrows and marks, and crosses where pieces are removed.

import { namedPlaces } from "./board.js";
import { middleOf } from "./motion.js";
import { arrow, cross, eraseOverlay, overlay, ring } from "./shapes.js";

/** @import { Point } from "./shapes.js" */

const CORNERS = [[1, -1], [-1, -1], [-1, 1]]; // where the numbers stand, so that none hides another

/** @param {string[]} moves */
export function drawMoves(moves) {
  const layer = overlay("best", moves.map(drawn).reverse().join("")); // the best is on top
  layer.setAttribute("aria-hidden", "true");
}

export function eraseMoves() {
  eraseOverlay("best");
}

/**
 * @param {string} move
 * @param {number} rank
 */
function drawn(move, rank) {
  const named = namedPlaces(move);
  if (!named.length) {
    return ""; // a pass
  }
  const places = named.map(({ target }) => target);
  const { width, height } = places[0].getBBox();
  const size = Math.min(width, height);
  const [from, to] = places.map(middleOf);
  const isStep = named.length === 2;
  const shape = isStep ? arrow(from, to, size) : named[0].isRemoved ? cross(from, size) : ring(from, size);
  return `<g class="rank-${rank + 1}">${shape}${number(rank, isStep ? to : from, size)}</g>`;
}

/**
 * @param {number} rank
 * @param {Point} middle
 * @param {number} size
 */
function number(rank, [x, y], size) {
  const [right, down] = CORNERS[rank];
  const at = `translate(${x + 0.36 * size * right} ${y + 0.36 * size * down}) scale(${0.02 * size})`;
  return `<g transform="${at}"><circle class="full" r="13"/><text y="6" font-size="18">${rank + 1}</text></g>`;
}
