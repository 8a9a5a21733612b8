// The plies of the game: what the rules say of one, and a new one as it is added, kept and shown.

import { lastMoveParams, pictureParams, shownPicture } from "./board.js";
import { call } from "./calls.js";
import { lastPly } from "./game.js";
import { branchedFrom } from "./lines.js";
import { saveGame } from "./saved.js";
import { state } from "./state.js";

/**
 * @import { Drawn, Shown } from "./board.js"
 * @import { Analysis, Reply } from "./calls.js"
 * @import { Ply } from "./state.js"
 */

/**
 * Adds the ply that the rules replied with. A user who is looking at an earlier one stays there.
 * @param {Reply & { analysis?: Analysis | null }} reply
 * @param {Drawn} [drawn]
 */
export async function addPly(reply, drawn) {
  const { game, steps } = state;
  const before = lastPly();
  const follows = steps.ply === steps.last;
  const turn = before.facts?.begins_turn === false ? before.turn : (before.turn ?? 0) + 1;
  const { svg, changes, analysis, ...facts } = reply;
  const { position, move, to_move: mover, is_over } = facts;
  /** @type {Ply} */
  const ply = { position, move, seat: before.mover, turn, comment: "", mover, is_over, facts, analysis };
  const next = game.undone.at(-1);
  if (typeof next === "object" && next.move === move) {
    game.undone.pop(); // as if made again
    Object.assign(ply, { comment: next.comment, shapes: next.shapes, annotations: next.annotations });
  } else {
    ply.annotations = branchedFrom(game.undone.filter((each) => typeof each !== "string").reverse());
    game.undone = [];
  }
  steps.append(ply);
  saveGame();
  await (follows ? steps.show(steps.last, drawn) : steps.show(steps.ply));
}

/**
 * The picture and the facts of one of some plies, which end with `ending` if it is the last.
 * @param {Ply[]} plies
 * @param {number} at
 * @param {string | null} ending
 * @returns {Promise<Drawn>}
 */
export async function askAbout(plies, at, ending) {
  const since = shownPicture;
  const params = factsParams(plies, at, ending, since);
  const reply = await call("facts", params);
  return { picture: params.picture, reply, since };
}

/**
 * The parameters of that call. The picture is told by its changes `since` another one, if there is one.
 * @param {Ply[]} plies
 * @param {number} at
 * @param {string | null} ending
 * @param {Shown | null} since
 */
export function factsParams(plies, at, ending, since) {
  const isLast = at === plies.length - 1;
  const reached = lastMoveParams(plies, at);
  const picture = pictureParams(reached.previous, since);
  const wish = isLast ? picture : { ...picture, marks: [] };
  const end = isLast && ending ? { ending } : {};
  const position = { ...state.game.options, position: plies[at].position };
  return { ...position, ...reached, ...end, ply: at, picture: wish };
}
