// The game on the page: who plays, whose turn it is, and how calls to the rules describe it.

import { commentOf } from "./comments.js";
import { isPlayerName, playerName } from "./seats.js";
import { state } from "./state.js";
import { t } from "./words.js";

/**
 * @import { Facts, Read, Annotations, AnnotationsByPly } from "./calls.js"
 * @import { Ply } from "./state.js"
 */

/**
 * The parameters of the rules' method `record`, which are kept too: those below, and the options of the start.
 * @typedef {object} RecordFields
 * @property {string[]} moves
 * @property {Record<string, string>} tags
 * @property {Record<number, string>} comments
 * @property {string} form
 * @property {string} [ending]
 *
 * @typedef {RecordFields & AnnotationsByPly & { [option: string]: unknown }} RecordParams
 */

export const SEAT_TAGS = ["First", "Second", "Third", "Fourth", "Fifth"];
export const TEXT = "9tka"; // the form of records that every game has
export const GLYPHS = ["!", "?", "!!", "??", "!?", "?!"]; // the first numbers of glyphs
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** @type {(keyof Annotations)[]} */
export const ANNOTATIONS = ["glyphs", "clocks", "variations"]; // what records have on moves besides comments

export function lastPly() {
  return state.steps.plies[state.steps.last];
}

/**
 * The parameters of calls about the position at a ply.
 * @param {number} at
 */
export function positionParams(at) {
  return { ...state.game.options, position: state.steps.plies[at].position };
}

/**
 * The parameters of `record` for the game as it stands.
 * @param {string} form
 * @returns {RecordParams}
 */
export function recordParams(form) {
  const { plies } = state.steps;
  const comments = byPly(plies, commentOf);
  const others = ANNOTATIONS.map((name) => [name, byPly(plies, ({ annotations }) => annotations?.[name])]);
  const { options, tags, ending } = state.game;
  const moves = plies.slice(1).map(({ move }) => move);
  const annotations = { comments, ...Object.fromEntries(others) };
  return { ...options, moves, tags, ...annotations, form, ...(ending ? { ending } : {}) };
}

/**
 * What plies have of something, by their numbers from `first` on; those that have nothing are left out.
 * @template V
 * @param {Ply[]} plies
 * @param {(ply: Ply, at: number) => V | undefined} value
 * @returns {Record<number, NonNullable<V>>}
 */
export function byPly(plies, value, first = 0) {
  return Object.fromEntries(plies.map((ply, at) => [at + first, value(ply, at)]).filter(([, each]) => each));
}

/**
 * The marks for the glyphs on a ply, as far as players write them behind a move.
 * @param {Annotations | undefined} annotations
 */
export function marksOf(annotations) {
  return (annotations?.glyphs ?? []).map((glyph) => GLYPHS[glyph - 1] ?? "").join("");
}

/**
 * What a record that is read has on a move besides its comment; of this the page shows marks and lines.
 * @param {Read} read
 * @param {number} at
 * @returns {Annotations}
 */
export function annotationsAt(read, at) {
  return Object.fromEntries(ANNOTATIONS.map((name) => [name, read[name]?.[at]]));
}

/**
 * A name as texts can hold it: it changes the direction of no text beside it.
 * @param {string} name
 */
function shownName(name) {
  const plain = name.replace(BIDI_CONTROLS, "");
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/**
 * A player's name; a person who plays against computers alone is you.
 * @param {number} seat
 */
export function nameOf(seat) {
  const { computers, tags } = state.game;
  const name = tags[SEAT_TAGS[seat]] || (computers[seat] ?? "");
  if (isPlayerName(name) || (name && name === computers[seat])) {
    return playerName(name); // also once nobody plays on, as in a link to a game that is over
  }
  const isAlone = computers[seat] === null && computers.filter((player) => player === null).length === 1;
  return shownName(name) || (isAlone ? t("You") : "");
}

/**
 * What a player is called on the page.
 * @param {number} seat
 */
export function playerLabel(seat) {
  const name = nameOf(seat);
  return name ? `${name} (${state.game.seats[seat]})` : t("Player {0}", state.game.seats[seat]);
}

/**
 * A text of the rules with the players' names in place of their seats.
 * @param {string} text
 */
export function withNames(text) {
  return text.replace(new RegExp(`${t("Seat")} ([^\\s:;,.)]+)`, "g"), (seat, letter) => {
    const at = state.game.seats.indexOf(letter);
    return at < 0 ? seat : playerLabel(at);
  });
}

// The computer player whose turn it is, or null.
export function computerToMove() {
  const { is_over, mover } = lastPly();
  return is_over || state.game.ending ? null : state.game.computers[mover];
}

/**
 * The computer player that made the move to a ply, or null if it was a person.
 * @param {Ply} ply
 */
export function computerThatMoved({ seat }) {
  return seat === undefined ? null : state.game.computers[seat];
}

/**
 * Whether a person may move after the ply.
 * @param {number} at
 */
export function isPersonsTurn(at) {
  const { steps, game } = state;
  return at === steps.last && !game.ending && !steps.plies[at].is_over && !computerToMove();
}

/**
 * How a seat can stop now: by an ending, or by a move if the game goes on without it; or null.
 * @param {string} kind
 * @param {Facts} facts
 * @param {number} seat
 * @returns {{ move?: string, ending?: string } | null}
 */
export function wayToStop(kind, { endings, leaving }, seat) {
  const ending = `${state.game.seats[seat]} ${kind}`;
  if (leaving?.[ending]) {
    return { move: leaving[ending] };
  }
  return endings?.includes(ending) ? { ending } : null;
}

/**
 * The ply to which Undo goes back: the last one at which a person had to move.
 * @returns {number | null}
 */
export function undoTarget() {
  const { steps, game } = state;
  if (game.ending) {
    return steps.last;
  }
  const persons = game.computers.includes(null);
  for (let at = steps.last - 1; at >= 0; at -= 1) {
    if (!persons || computerThatMoved(steps.plies[at + 1]) === null) {
      return at;
    }
  }
  return null;
}
