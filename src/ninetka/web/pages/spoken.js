// What the page says to those who hear it: each move that is shown, with what to do next, and when a key is
// pressed on the board or typed as a move, the last move, the points, where one's pieces are, what is near,
// and what to do.

import { cursor, labelOf, neighbour, targets, titleOf } from "./board.js";
import { page } from "./elements.js";
import { lastPly, playerLabel, withNames } from "./game.js";
import { pieces } from "./motion.js";
import { ARROWS } from "./picking.js";
import { say } from "./queue.js";
import { state } from "./state.js";
import { t } from "./words.js";

/** @import { Ply } from "./state.js" */

/** @type {Record<string, () => string>} */
const COMMANDS = {
  l: () => toldOf(lastPly()) || t("No move has been made."),
  p: () => state.steps.plies[state.steps.ply].score || t("There are no points yet."),
  o: ownPieces,
  n: () => near(cursor),
  i: () => page.instruction.textContent,
  "?": () => `${t("L: last move. P: points. O: your pieces. N: what is near. I: what to do. M: mark.")} ${t("They can also be typed as moves, N with a place.")}`,
};

/**
 * The sentences about the move to a ply; empty for the first one.
 * @param {Ply} ply
 */
function toldOf({ facts, move, seat }) {
  if (seat === undefined) {
    return "";
  }
  return facts?.told ? withNames(facts.told) : t("{0} played {1}.", playerLabel(seat), move);
}

/**
 * Tells the move to a ply that is shown, and what comes next. Nobody can listen while moves are replayed.
 * @param {number} at
 */
export function tellPly(at) {
  const { steps } = state;
  const ply = steps.plies[at];
  const isLast = at === steps.last;
  const end = isLast && ply.facts?.is_over ? `${ply.to_move}.` : "";
  const next = isLast ? page.instruction.textContent : t("Ply {0} of {1}", at, steps.last);
  const said = [toldOf(ply), end, next].filter(Boolean).join(" ");
  if (!steps.timer && page.spoken.textContent !== said) {
    page.spoken.textContent = said;
  }
}

/**
 * Says something again even if it is the same as before.
 * @param {string} text
 */
export function speak(text) {
  page.spoken.textContent = "";
  page.spoken.textContent = text;
}

// The pieces of the player to move.
function ownPieces() {
  const { mover } = state.steps.plies[state.steps.ply];
  const seat = state.game.seats[mover];
  const all = pieces();
  const own = [...targets.keys()].filter((place) => all.get(place)?.element.dataset.piece === seat);
  const names = own.map(labelOf).join(", ");
  return names ? t("{0}: {1}", playerLabel(mover), names) : t("{0} has no pieces on the board.", playerLabel(mover));
}

/** @param {string} place */
function near(place) {
  const here = targets.get(place);
  if (!here) {
    return "";
  }
  const others = Object.values(ARROWS).map((way) => neighbour(here, ...way));
  const near = [here, ...others].filter((target) => target !== null);
  return near.map(titleOf).join("; ");
}

/**
 * The answer to what is typed in place of a move; undefined if it is no command.
 * @param {string} text
 */
function answerTo(text) {
  const [letter, name] = text.trim().split(/\s+/);
  const command = Object.hasOwn(COMMANDS, letter.toLowerCase()) ? COMMANDS[letter.toLowerCase()] : undefined;
  if (!command || name === undefined) {
    return command?.();
  }
  const places = [...targets.keys()];
  /** @param {string} place */
  const isCalled = (place) => labelOf(place) === name;
  const place = places.find(isCalled) ?? places.find((each) => labelOf(each).toLowerCase() === name.toLowerCase());
  return letter.toLowerCase() === "n" && place !== undefined ? near(place) : undefined;
}

page.board.addEventListener("keydown", (event) => {
  const command = COMMANDS[event.key.toLowerCase()];
  if (command && !event.ctrlKey && !event.altKey && !event.metaKey && state.opened) {
    speak(command());
    event.preventDefault();
  }
});
page.typed.addEventListener(
  "submit",
  (event) => {
    const answer = answerTo(page.text.value);
    if (answer !== undefined) {
      event.preventDefault();
      event.stopImmediatePropagation();
      page.text.value = "";
      say(answer);
    }
  },
  { capture: true },
);
