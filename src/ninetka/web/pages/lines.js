// Lines of play beside the game, as records have them: what was taken back stays when another move is made.

import { commentOf } from "./comments.js";
import { ANNOTATIONS, byPly } from "./game.js";

/**
 * @import { Line, Annotations } from "./calls.js"
 * @import { Ply } from "./state.js"
 */

/**
 * The plies as a variation, without the other variations that begin with it.
 * @param {Ply[]} plies
 * @returns {Line}
 */
export function lineOf(plies) {
  /** @type {(name: keyof Annotations) => (ply: Ply, at: number) => unknown} */
  const annotation = (name) => (ply, at) => (name === "variations" && at === 0 ? undefined : ply.annotations?.[name]);
  const comments = ["comments", byPly(plies, commentOf, 1)];
  const others = ANNOTATIONS.map((name) => [name, byPly(plies, annotation(name), 1)]);
  const fields = [comments, ...others].filter(([, values]) => Object.keys(values).length);
  return { moves: plies.map(({ move }) => move), ...Object.fromEntries(fields) };
}

/**
 * The annotations of a move made in place of plies that were taken back: they are its variation now.
 * @param {Ply[]} plies
 */
export function branchedFrom(plies) {
  const variations = plies[0]?.annotations?.variations ?? [];
  return plies.length ? { variations: [lineOf(plies), ...variations] } : undefined;
}

/**
 * The annotations of a game when a variation of the ply `at` takes the place of the rest:
 * the parameters of `record` that change.
 * @param {Ply[]} plies
 * @param {number} at
 * @param {number} number
 * @param {string | undefined} ending
 */
export function exchanged(plies, at, number, ending) {
  const before = lineOf(plies.slice(1, at));
  const lines = plies[at].annotations?.variations ?? [];
  const line = lines[number];
  const rest = lineOf(plies.slice(at));
  if (ending) {
    const last = rest.moves.length;
    rest.comments = { ...rest.comments, [last]: [rest.comments?.[last], ending].filter(Boolean).join(" ") };
  }
  const first = plies[1].annotations?.variations;
  const moved = (values = {}) =>
    Object.fromEntries(Object.entries(values).map(([each, value]) => [Number(each) + at - 1, value]));
  /** @type {<N extends "comments" | keyof Annotations>(name: N) => NonNullable<Line[N]>} */
  const merged = (name) => ({ ...before[name], ...moved(line[name]) });
  const variations = merged("variations");
  if (at > 1 && first) {
    variations[1] = first;
  }
  variations[at] = [rest, ...lines.filter((each) => each !== line)];
  const start = plies.slice(0, 1);
  return {
    moves: [...before.moves, ...line.moves],
    comments: { ...byPly(start, commentOf), ...merged("comments") },
    glyphs: { ...byPly(start, ({ annotations }) => annotations?.glyphs), ...merged("glyphs") },
    clocks: merged("clocks"),
    variations,
  };
}
