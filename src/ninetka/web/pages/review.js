// A look back at a finished game: what the computer expects at each move, and the moves that threw most of
// it away, marked as records mark them, with a better one.

import { call } from "./calls.js";
import { costsOf } from "./costs.js";
import { page } from "./elements.js";
import { positionParams } from "./game.js";
import { markPly } from "./panel.js";
import { sayError } from "./queue.js";
import { rules } from "./rules.js";
import { state } from "./state.js";
import { closeVerdict, drawCurve, noteBetter, showVerdict, tellProgress } from "./verdict.js";

/**
 * @import { Found } from "./costs.js"
 * @import { Ply } from "./state.js"
 */

const TOTAL_SECONDS = 20; // for all positions
const MAX_SECONDS_PER_PLY = 0.2; // in which glyphs are steady enough
const GLYPHS_OF_LOSSES = [[0.4, 4], [0.2, 2]]; // a loss of the win, and the glyph for it

/** @param {Ply[]} plies */
async function review(plies) {
  /** @type {Found[]} */
  const found = [];
  while (found.length < plies.length) {
    const at = found.length;
    tellProgress(at, plies.length);
    const known = at < plies.length - 1 ? await searched(plies, at) : { shares: sharesAtEnd(plies[at]) };
    if (plies !== state.steps.plies) {
      return;
    }
    found.push(known);
    if (at === plies.length - 1) {
      markMistakes(plies, found);
    }
    drawCurve(found, plies.length);
  }
  showVerdict(plies, found);
}

/**
 * What a search finds at a ply. In a game of two, what one may expect is what the other may not.
 * @param {Ply[]} plies
 * @param {number} at
 * @returns {Promise<Found>}
 */
async function searched(plies, at) {
  const { mover } = plies[at];
  const seconds = Math.min(MAX_SECONDS_PER_PLY, TOTAL_SECONDS / plies.length).toFixed(3);
  const params = { ...positionParams(at), player: `search:${seconds}s`, analysis: true };
  const { analysis, move } = await call("choose", params, (line) => rules.think(line));
  const { share, move: best = move } = analysis?.moves[0] ?? {};
  if (share === undefined) {
    return { shares: {} };
  }
  const others = state.game.seats.length === 2 ? { [1 - mover]: 1 - share } : {};
  return { best, shares: { [mover]: share, ...others } };
}

/**
 * @param {Ply} ply
 * @returns {Record<number, number>}
 */
function sharesAtEnd({ facts }) {
  const winners = facts?.winners ?? [];
  const drawn = 1 / state.game.seats.length;
  /** @param {number} seat */
  const share = (seat) => (winners.length ? Number(winners.includes(seat)) / winners.length : drawn);
  return Object.fromEntries(state.game.seats.map((_, seat) => [seat, share(seat)]));
}

/**
 * Marks the moves that lost much of what their players could expect, unless they are marked already. Of
 * more than two players, others may be the cause.
 * @param {Ply[]} plies
 * @param {Found[]} found
 */
function markMistakes(plies, found) {
  const seats = state.game.seats.length === 2 ? [0, 1] : [];
  for (const cost of costsOf(plies, found, seats)) {
    const [, glyph] = GLYPHS_OF_LOSSES.find(([least]) => cost.lost >= least) ?? [];
    if (glyph && !plies[cost.at].annotations?.glyphs?.length) {
      markPly(cost.at, glyph);
      noteBetter(cost);
    }
  }
}

page.review.addEventListener("click", () => {
  const { steps } = state;
  closeVerdict();
  steps.step(0);
  review(steps.plies).catch(sayError);
});
