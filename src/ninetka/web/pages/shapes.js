// Rings, crosses and arrows drawn over the board. `size` is that of a place.
// May import: elements.js.

import { elementsOf, page } from "./elements.js";

// A picture of its own above the board, since the elements of the board are counted.
export function overlay(kind, inside) {
  eraseOverlay(kind);
  const layer = page.board.firstChild.cloneNode(false);
  layer.setAttribute("class", `overlay ${kind}`);
  layer.append(...elementsOf(inside));
  page.board.append(layer);
  return layer;
}

export function eraseOverlay(kind) {
  page.board.querySelector(`.${kind}`)?.remove();
}

export function ring([x, y], size) {
  return `<circle class="line" cx="${x}" cy="${y}" r="${0.4 * size}" stroke-width="${0.09 * size}"/>`;
}

export function cross([x, y], size) {
  const half = 0.32 * size;
  const stroke = `m${-half} ${-half}l${2 * half} ${2 * half}m0 ${-2 * half}l${-2 * half} ${2 * half}`;
  return `<path class="line" d="M${x} ${y}${stroke}" stroke-width="${0.12 * size}"/>`;
}

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
