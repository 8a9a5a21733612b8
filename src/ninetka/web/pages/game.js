// The game on the page: who plays, whose turn it is, and how calls to the rules describe it.
// May import: state.js.

import { state } from "./state.js";

export const SEAT_TAGS = ["First", "Second", "Third", "Fourth", "Fifth"];
export const TEXT = "9tka"; // the form of records that every game has
const WRITTEN = ["glyphs", "clocks", "variations"]; // what records have on moves besides comments

export function lastPly() {
  return state.steps.plies[state.steps.last];
}

// The parameters of calls about the position at a ply.
export function positionAt(at) {
  return { ...state.game.options, position: state.steps.plies[at].position };
}

// The parameters of `record` for the game as it stands.
export function recordParams(form) {
  const { plies } = state.steps;
  const byPly = (value) =>
    Object.fromEntries(plies.map((ply, at) => [at, value(ply)]).filter(([, each]) => each));
  const comments = byPly(({ comment }) => comment);
  const others = WRITTEN.map((name) => [name, byPly(({ written }) => written?.[name])]);
  const { options, tags, ending } = state.game;
  const moves = plies.slice(1).map(({ move }) => move);
  const written = { comments, ...Object.fromEntries(others) };
  return { ...options, moves, tags, ...written, form, ...(ending ? { ending } : {}) };
}

// What a record that is read has on a move besides its comment. It is kept, but not shown.
export function writtenAt(read, at) {
  return Object.fromEntries(WRITTEN.map((name) => [name, read[name]?.[at]]));
}

export function nameOf(seat) {
  return state.game.tags[SEAT_TAGS[seat]] ?? "";
}

// What a player is called on the page.
export function called(seat) {
  const name = nameOf(seat);
  return name ? `${name} (${state.game.seats[seat]})` : `Seat ${state.game.seats[seat]}`;
}

// The computer player whose turn it is, or null.
export function computerToMove() {
  const { is_over, mover } = lastPly();
  return is_over || state.game.ending ? null : state.game.computers[mover];
}

// Whether a person may move after the ply.
export function isPersonsTurn(at) {
  const { steps, game } = state;
  return at === steps.last && !game.ending && !steps.plies[at].is_over && !computerToMove();
}

// How a seat can stop now: by an ending, or by a move if the game goes on without it; or null.
export function wayOut(kind, { endings, leaving }, seat) {
  const ending = `${state.game.seats[seat]} ${kind}`;
  if (leaving?.[ending]) {
    return { move: leaving[ending] };
  }
  return endings?.includes(ending) ? { ending } : null;
}

// The ply to which Undo goes back: the last one at which a person had to move.
export function undoneTo() {
  const { steps, game } = state;
  if (game.ending) {
    return steps.last;
  }
  const persons = game.computers.includes(null);
  for (let at = steps.last - 1; at >= 0; at -= 1) {
    if (!persons || game.computers[steps.plies[at + 1].seat] === null) {
      return at;
    }
  }
  return null;
}

export function clearPicks() {
  state.picks = [];
  state.click = null;
}
