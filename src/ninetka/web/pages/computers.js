// Computer players: they think while the page goes on.

import { call } from "./calls.js";
import { page } from "./elements.js";
import { computerToMove, lastPly, playerLabel, positionParams } from "./game.js";
import { renderTurn } from "./panel.js";
import { addPly } from "./plies.js";
import { enqueue, enqueueSilently, say } from "./queue.js";
import { rules } from "./rules.js";
import { setHalted, setThinking, state } from "./state.js";
import { t } from "./words.js";

/**
 * @import { Results } from "./calls.js"
 * @import { Ply } from "./state.js"
 */

export async function letComputerMove() {
  const player = computerToMove();
  if (!player || state.thinking !== null || state.halted) {
    return;
  }
  const ply = lastPly();
  setThinking(ply);
  renderTurn(state.steps.ply);
  const { last } = state.steps;
  const params = { ...positionParams(last), player, analysis: true, facts: { ply: last + 1 } };
  const answered = await call("choose", params, (line) => rules.think(line, null, movesSince)).then(
    (result) => ({ result }),
    (error) => ({ error }),
  );
  enqueueSilently(() => (state.thinking === ply ? answer(ply, answered) : null));
}

/**
 * The moves since a position of the game, as texts; null if it has not been there.
 * @param {string} position
 */
function movesSince(position) {
  const plies = state.steps.plies.slice(0, state.steps.last + 1);
  const at = plies.findLastIndex((ply) => ply.position === position);
  return at < 0 ? null : plies.slice(at + 1).map(({ move }) => move);
}

/**
 * Makes the move that a computer player has chosen after a ply.
 * @param {Ply} ply
 * @param {{ result: Results["choose"], error?: undefined } | { result?: undefined, error: Error }} answered
 */
export async function answer(ply, { result, error }) {
  setThinking(null);
  if (error) {
    setHalted(true);
    renderTurn(state.steps.ply);
    say(t("{0} cannot move: {1}", playerLabel(ply.mover), error.message));
  } else {
    await addPly(result);
    letComputerMove();
  }
}

export function stopThinking() {
  if (state.thinking !== null) {
    setThinking(null);
    rules.stopThinking();
  }
}

page.computer.addEventListener("click", () =>
  enqueue(() => {
    setHalted(state.thinking !== null);
    stopThinking();
    renderTurn(state.steps.ply);
    letComputerMove();
  }),
);
