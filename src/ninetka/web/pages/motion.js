// Pieces that move: each goes to its new place, comes or vanishes, unless the user wants no motion.

import { boardPicture, pictureAbove } from "./elements.js";

/** @import { Point } from "./shapes.js" */

/** @typedef {{ place: string, element: SVGGraphicsElement, kind: string | null }} Piece */
/** @typedef {{ come: Piece[], gone: Piece[] }} PieceChange */

const PIECES = "[data-piece][data-place]";
const DURATION_MS = 200;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @param {SVGGraphicsElement} target
 * @returns {Point}
 */
export function middleOf(target) {
  const { x, y, width, height } = target.getBBox();
  return [x + width / 2, y + height / 2];
}

// The pieces on the board by their places, each with its kind and its element.
export function pieces() {
  /** @type {NodeListOf<SVGGraphicsElement>} */
  const found = boardPicture().querySelectorAll(PIECES);
  /** @type {Map<string, Piece>} */
  const byPlace = new Map();
  for (const element of found) {
    const { place = "" } = element.dataset;
    byPlace.set(place, { place, element, kind: element.getAttribute("class") });
  }
  return byPlace;
}

/**
 * What has changed on the board: the pieces that have come, and those that are gone.
 * @param {Map<string, Piece>} before
 * @returns {PieceChange}
 */
export function changeSince(before) {
  const after = pieces();
  /** @type {(these: Map<string, Piece>, others: Map<string, Piece>) => Piece[]} */
  const only = (these, others) =>
    [...these.values()].filter(({ place, kind }) => others.get(place)?.kind !== kind);
  return { come: only(after, before), gone: only(before, after) };
}

/**
 * @param {PieceChange} change
 * @param {Map<string, SVGGraphicsElement>} targets
 */
export function animate({ come, gone }, targets) {
  if (still.matches) {
    return;
  }
  const vanishing = [...gone];
  for (const { element, kind, place } of come) {
    const at = vanishing.findIndex((piece) => piece.kind === kind);
    if (at < 0) {
      element.animate({ opacity: [0, 1] }, DURATION_MS);
    } else {
      const [{ place: from }] = vanishing.splice(at, 1);
      const [start, end] = [targets.get(from), targets.get(place)];
      if (!start || !end) {
        continue; // it is there already
      }
      const [x, y] = middleOf(end);
      const [fromX, fromY] = middleOf(start);
      const translate = [`${fromX - x}px ${fromY - y}px`, "0px 0px"];
      element.animate({ translate }, { duration: DURATION_MS, easing: "ease-in-out" });
    }
  }
  if (vanishing.length) {
    vanish(vanishing);
  }
}

/** @param {Piece[]} gone */
function vanish(gone) {
  const ghosts = pictureAbove("ghosts");
  ghosts.setAttribute("aria-hidden", "true");
  ghosts.append(...gone.map(({ element }) => element.cloneNode(true)));
  ghosts.animate({ opacity: [1, 0] }, DURATION_MS).finished.finally(() => ghosts.remove());
}
