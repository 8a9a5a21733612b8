// Moves drawn over the board and numbered: arrows and marks, and crosses where pieces are removed.
// May import: board.js, elements.js, motion.js, state.js.

import { namedPlaces } from "./board.js";
import { elementsOf, page } from "./elements.js";
import { middleOf } from "./motion.js";
import { state } from "./state.js";

const CORNERS = [[1, -1], [-1, -1], [-1, 1]]; // where the numbers stand, so that none hides another

// In a picture of its own above the board, since the elements of the board are counted.
export function drawMoves(moves) {
  eraseMoves();
  const picture = page.board.firstChild;
  const layer = picture.cloneNode(false);
  layer.setAttribute("class", "best");
  layer.setAttribute("aria-hidden", "true");
  layer.append(...elementsOf(moves.map(drawn).reverse().join(""))); // the best is on top
  page.board.append(layer);
}

export function eraseMoves() {
  page.board.querySelector(".best")?.remove();
}

function drawn(move, rank) {
  const named = namedPlaces(move);
  if (!named.length) {
    return ""; // a pass
  }
  const places = named.map(({ place }) => state.targets.get(place));
  const { width, height } = places[0].getBBox();
  const size = Math.min(width, height);
  const [from, to] = places.map(middleOf);
  const isStep = named.length === 2;
  const shape = isStep ? arrow(from, to, size) : named[0].isRemoved ? cross(from, size) : ring(from, size);
  return `<g class="rank-${rank + 1}">${shape}${number(rank, isStep ? to : from, size)}</g>`;
}

function ring([x, y], size) {
  return `<circle class="line" cx="${x}" cy="${y}" r="${0.4 * size}" stroke-width="${0.09 * size}"/>`;
}

function cross([x, y], size) {
  const half = 0.32 * size;
  const stroke = `m${-half} ${-half}l${2 * half} ${2 * half}m0 ${-2 * half}l${-2 * half} ${2 * half}`;
  return `<path class="line" d="M${x} ${y}${stroke}" stroke-width="${0.12 * size}"/>`;
}

function arrow([fromX, fromY], [x, y], size) {
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

function number(rank, [x, y], size) {
  const [right, down] = CORNERS[rank];
  const at = `translate(${x + 0.36 * size * right} ${y + 0.36 * size * down}) scale(${0.02 * size})`;
  return `<g transform="${at}"><circle class="full" r="13"/><text y="6" font-size="18">${rank + 1}</text></g>`;
}
