// Calls to the rules, which answer JSON-RPC (docs/serve.md).

import { page } from "./elements.js";
import { rules } from "./rules.js";

/**
 * What the rules reply, by method.
 * @typedef {object} Results
 * @property {Reply} apply
 * @property {Arranged} arrange
 * @property {{ games: Checked[], rest: Rest | null }} check
 * @property {Reply & { analysis?: Analysis | null }} choose
 * @property {Picked & (Reply | { position?: undefined })} click
 * @property {Facts & Picture} facts
 * @property {{ seats: string[], marks: string[], forms: string[], summary: string }} guide
 * @property {{ images: { position: string, moves: string[] }[] }} images
 * @property {{ lessons: Lessons | null }} lessons
 * @property {Pick<Facts, "is_over" | "result" | "scores" | "winners">} outcome
 * @property {Read} read
 * @property {{ record: string }} record
 * @property {{ moves: string[] }} some_moves
 * @property {{ position: string }} start
 * @property {Exact} value
 */

/** @typedef {Record<string, string>} Options the parameters that describe a start */
/** @typedef {number | string} Points a text if they are not whole, such as "3/2" */

/**
 * What a position is like.
 * @typedef {object} Facts
 * @property {string} position
 * @property {number} to_move
 * @property {boolean} is_over
 * @property {string[]} [endings]
 * @property {Record<string, string>} [leaving]
 * @property {string} instruction
 * @property {string} told
 * @property {string} result
 * @property {Points[] | null} scores
 * @property {number[]} winners
 * @property {string} explanation
 * @property {Click | null} click
 * @property {boolean} [begins_turn]
 */

/** @typedef {Facts & Picture & { move: string }} Reply a move, and the position after it */
/** @typedef {{ svg?: string, changes?: Change[] }} Picture as it is, or as it differs from another */
/** @typedef {[number, Change[]] | [number, number, ...string[]]} Change */
/** @typedef {{ move: string | null, offers: string[][] }} Click what can be done without picking a place */
/** @typedef {Click & { next: string[] }} Picked what places that were picked amount to */

/**
 * What a picture is asked for.
 * @typedef {object} Wish
 * @property {string[]} marks
 * @property {string[]} marks_for
 * @property {string[]} names
 * @property {boolean} targets
 * @property {object | null} since
 */

/** @typedef {{ move: string, share: number, playouts: number }} Analysed */
/** @typedef {{ moves: Analysed[], line: string[], playouts: number }} Analysis */
/** @typedef {{ payoffs: number[], proven: boolean, moves: string[], distance: number | null }} Exact */

/**
 * What stands on a move of a record besides its comment.
 * @typedef {{ glyphs?: number[], clocks?: object, variations?: Line[] }} Annotations
 */

/**
 * The same by the number of the move, as records have it.
 * @typedef {{ [N in keyof Annotations]: Record<number, NonNullable<Annotations[N]>> }} AnnotationsByPly
 */

/** @typedef {AnnotationsByPly & { moves: string[], comments?: Record<number, string> }} Line */

/**
 * A game of a record.
 * @typedef {object} ReadGame
 * @property {string} game
 * @property {Options} options
 * @property {string[]} moves
 * @property {string[]} positions
 * @property {number[]} seats
 * @property {number[]} turns
 * @property {Record<string, string>} tags
 * @property {Record<number, string>} comments
 * @property {string | null} ending
 * @property {{ message: string } | null} error
 *
 * @typedef {ReadGame & AnnotationsByPly} Read
 */

/**
 * A game of a file that was checked.
 * @typedef {object} Checked
 * @property {number} game
 * @property {number} begins
 * @property {boolean} ok
 * @property {number | null} plies
 * @property {string | null} result
 * @property {string | null} ending
 * @property {number | null} line
 * @property {number | null} ply
 * @property {string | null} move
 * @property {string | null} message
 */

/** @typedef {{ at: number, line?: number, column?: number, number?: number }} Rest where checking goes on */

/**
 * A game that can be begun.
 * @typedef {object} Listing
 * @property {string} name
 * @property {string} about
 * @property {string} picture
 * @property {{ name: string | null, players: number[], summary: string }[]} rulesets
 * @property {Record<string, { default: string | null, label: string, suggestions: string[] }>} options
 * @property {Options[]} sizes
 */

/**
 * @typedef {{ start: Options, first_game: GuidedMove[], exercises: Exercise[] }} Lessons
 * @typedef {{ text: string, move: string, replies: string[] }} GuidedMove
 * @typedef {{ position: string, task: string, answers: string[], explanation: string }} Exercise
 */

/**
 * A position that is set up, possible or not.
 * @typedef {object} Arranged
 * @property {string} position
 * @property {Record<string, string>} kinds
 * @property {Record<string, string>} pieces
 * @property {ArrangedFact[]} facts
 * @property {string[]} problems
 * @property {string} svg
 *
 * @typedef {{ name: string, value: string, label: string, choices: string[], labels: string[] }} ArrangedFact
 */

// Why something is not done: a sentence for the player.
export class Refusal extends Error {}

/**
 * The results of several calls, made in one message.
 * @template {[keyof Results, object][]} C
 * @param {[...C]} calls
 * @returns {Promise<{ [N in keyof C]: Results[C[N][0]] }>}
 */
export async function ask(calls) {
  const requests = calls.map(([method, params], id) => requestOf(method, params, id));
  const replies = JSON.parse(await rules.ask(JSON.stringify(requests)));
  return replies.map(resultOf);
}

/**
 * The result of one call, which `send` passes on: to the rules, unless it says otherwise.
 * @template {keyof Results} M
 * @param {M} method
 * @param {object} params
 * @param {(line: string) => Promise<string>} send
 * @returns {Promise<Results[M]>}
 */
export async function call(method, params, send = (line) => rules.ask(line)) {
  return resultOf(JSON.parse(await send(JSON.stringify(requestOf(method, params, 0)))));
}

/**
 * The games that can be begun, with pictures: a file that is there before the rules are.
 * @returns {Promise<Listing[]>}
 */
export async function games() {
  const response = await fetch(`games-${page.language.value}.json`);
  return (await response.json()).games;
}

/**
 * The records of puzzles, by the game's name: another such file.
 * @returns {Promise<Record<string, string>>}
 */
export async function puzzleRecords() {
  const response = await fetch("puzzles.json");
  return response.json();
}

/**
 * A request, to be answered in the language of the page.
 * @param {string} method
 * @param {object} params
 * @param {number} id
 */
function requestOf(method, params, id) {
  return { jsonrpc: "2.0", id, method, params: { ...params, language: page.language.value } };
}

/**
 * @template R
 * @param {{ result: R, error?: { message: string } }} reply
 */
function resultOf(reply) {
  if (reply.error) {
    throw new Refusal(reply.error.message);
  }
  return reply.result;
}
