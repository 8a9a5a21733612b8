// Lines of play beside the game, as records have them: what was taken back stays when another move is made.
// May import: comments.js, game.js.

import { commentOf } from "./comments.js";
import { WRITTEN } from "./game.js";

// The plies as a variation, without the other variations that begin with it.
export function lineOf(plies) {
  const written = (name) => (ply, at) => (name === "variations" && at === 0 ? undefined : ply.written?.[name]);
  const byPly = (value) =>
    Object.fromEntries(plies.map((ply, at) => [at + 1, value(ply, at)]).filter(([, each]) => each));
  const comments = ["comments", byPly(commentOf)];
  const others = WRITTEN.map((name) => [name, byPly(written(name))]);
  const fields = [comments, ...others].filter(([, values]) => Object.keys(values).length);
  return { moves: plies.map(({ move }) => move), ...Object.fromEntries(fields) };
}

// What is written on a move made in place of plies that were taken back: they are its variation now.
export function branchedFrom(plies) {
  const variations = plies[0]?.written?.variations ?? [];
  return plies.length ? { variations: [lineOf(plies), ...variations] } : undefined;
}

// What is written on the moves of a game when a variation of the ply `at` takes the place of the rest:
// the parameters of `record` that change.
export function exchanged(plies, at, number, ending) {
  const before = lineOf(plies.slice(1, at));
  const [ply] = plies.slice(at);
  const { [number]: line, ...others } = ply.written.variations;
  const rest = lineOf(plies.slice(at));
  if (ending) {
    const last = rest.moves.length;
    rest.comments = { ...rest.comments, [last]: [rest.comments?.[last], ending].filter(Boolean).join(" ") };
  }
  const first = plies[1].written?.variations;
  const moved = (values = {}) =>
    Object.fromEntries(Object.entries(values).map(([each, value]) => [Number(each) + at - 1, value]));
  const merged = (name) => ({ ...before[name], ...moved(line[name]) });
  const variations = { ...(at > 1 && first ? { 1: first } : {}), ...merged("variations") };
  variations[at] = [rest, ...Object.values(others)];
  const said = commentOf(plies[0]);
  const start = said ? { 0: said } : {};
  const startGlyphs = plies[0].written?.glyphs ? { 0: plies[0].written.glyphs } : {};
  return {
    moves: [...before.moves, ...line.moves],
    comments: { ...start, ...merged("comments") },
    glyphs: { ...startGlyphs, ...merged("glyphs") },
    clocks: merged("clocks"),
    variations,
  };
}
