// What the page says to those who hear it, when a key is pressed on the board: the last move, the
// points, where one's pieces are, what is near, and what to do.
// May import: board.js, elements.js, game.js, picking.js, state.js, words.js.

import { labelOf, neighbour } from "./board.js";
import { page } from "./elements.js";
import { called, lastPly, nameOf } from "./game.js";
import { ARROWS } from "./picking.js";
import { state } from "./state.js";
import { t } from "./words.js";

const COMMANDS = {
  l: lastMove,
  p: () => state.steps.plies[state.steps.ply].score || t("There are no points yet."),
  o: ownPieces,
  n: near,
  i: () => page.instruction.textContent,
  "?": () => t("L: last move. P: points. O: your pieces. N: what is near. I: what to do. M: mark."),
};

export function speak(text) {
  page.spoken.textContent = ""; // so that the same again is heard
  page.spoken.textContent = text;
}

function lastMove() {
  const { move, seat } = lastPly();
  return seat === undefined ? t("No move has been made.") : t("{0} played {1}.", called(seat), move);
}

function titleOf(target) {
  return target.querySelector("title")?.textContent ?? "";
}

// The pieces of the player to move, as the places of the board say whose they are.
function ownPieces() {
  const { mover } = state.steps.plies[state.steps.ply];
  const seat = state.game.seats[mover];
  const owner = nameOf(mover) ? `${nameOf(mover)} (${seat})` : seat;
  const isOwn = (text) => text.split(", ").some((part) => part.endsWith(` of ${owner}`));
  const own = [...state.targets].filter(([, target]) => isOwn(titleOf(target)));
  const names = own.map(([place]) => labelOf(place)).join(", ");
  return names ? t("{0}: {1}", called(mover), names) : t("{0} has no pieces on the board.", called(mover));
}

function near() {
  const here = state.targets.get(state.cursor);
  const others = Object.values(ARROWS).map((way) => neighbour(here, ...way));
  return [here, ...others].filter(Boolean).map(titleOf).join("; ");
}

page.board.addEventListener("keydown", (event) => {
  const command = COMMANDS[event.key.toLowerCase()];
  if (command && !event.ctrlKey && !event.altKey && !event.metaKey && state.game) {
    speak(command());
    event.preventDefault();
  }
});
