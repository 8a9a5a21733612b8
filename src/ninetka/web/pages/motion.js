// Pieces that move: each goes to its new place, comes or vanishes, unless the user wants no motion.
// May import: elements.js, state.js.

import { page } from "./elements.js";
import { state } from "./state.js";

const PIECES = ":is(.stone, .token, .dot):is([data-square], [data-field], [data-point])";
const MILLISECONDS = 200;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export function middleOf(target) {
  const { x, y, width, height } = target.getBBox();
  return [x + width / 2, y + height / 2];
}

// The pieces on the board by their places, each with its kind and its element.
export function pieces() {
  const found = [...page.board.firstChild.querySelectorAll(PIECES)];
  return new Map(
    found.map((element) => {
      const [place] = Object.values(element.dataset);
      return [place, { place, element, kind: element.getAttribute("class") }];
    }),
  );
}

// What has changed on the board: the pieces that have come, and those that are gone.
export function changeSince(before) {
  const after = pieces();
  const only = (these, others) =>
    [...these.values()].filter(({ place, kind }) => others.get(place)?.kind !== kind);
  return { come: only(after, before), gone: only(before, after) };
}

export function animate({ come, gone }) {
  if (still.matches) {
    return;
  }
  const vanishing = [...gone];
  for (const { element, kind, place } of come) {
    const at = vanishing.findIndex((piece) => piece.kind === kind);
    if (at < 0) {
      element.animate({ opacity: [0, 1] }, MILLISECONDS);
    } else {
      const [{ place: from }] = vanishing.splice(at, 1);
      const [x, y] = middleOf(state.targets.get(place));
      const [fromX, fromY] = middleOf(state.targets.get(from));
      const translate = [`${fromX - x}px ${fromY - y}px`, "0px 0px"];
      element.animate({ translate }, { duration: MILLISECONDS, easing: "ease-in-out" });
    }
  }
  if (vanishing.length) {
    vanish(vanishing);
  }
}

// In a picture of their own above the board, since the elements of the board are counted.
function vanish(gone) {
  const ghosts = page.board.firstChild.cloneNode(false);
  ghosts.setAttribute("class", "ghosts");
  ghosts.setAttribute("aria-hidden", "true");
  ghosts.append(...gone.map(({ element }) => element.cloneNode(true)));
  page.board.append(ghosts);
  ghosts.animate({ opacity: [1, 0] }, MILLISECONDS).finished.finally(() => ghosts.remove());
}
