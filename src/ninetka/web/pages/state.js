// What the page to play on knows: one object, which the other scripts read and change.

/**
 * @import { Drawn } from "./board.js"
 * @import { Analysis, Facts, Listing, Options, Written } from "./calls.js"
 * @import { Mark } from "./comments.js"
 * @import { Listed, Steps } from "./steps.js"
 */

/** @typedef {(move: string) => Promise<void>} Judge */

/**
 * A game, as records.js opens it.
 * @typedef {object} Game
 * @property {string} id
 * @property {number} [changed] when it was put among the games of this device
 * @property {Judge | null} judge in a lesson or a puzzle, which is not kept: takes the moves that a person wants to make
 * @property {string} name
 * @property {Options} options
 * @property {Record<string, string>} tags
 * @property {string | null} ending
 * @property {(Ply | string)[]} undone plies and endings that can be redone; the next one is last
 * @property {string[]} seats
 * @property {string[]} marks
 * @property {string[]} forms
 * @property {string} summary
 * @property {(string | null)[]} computers by seat: a computer player, or null for a person
 */

/**
 * A ply of it. The rules' `facts` are there once it has been drawn.
 * @typedef {object} PlyOfGame
 * @property {string} position
 * @property {number} [seat] who made the move; the first ply has none
 * @property {number} mover the seat whose turn it is
 * @property {boolean} is_over
 * @property {string} comment
 * @property {Mark[]} [drawn]
 * @property {Written} [written]
 * @property {Facts} [facts]
 * @property {Analysis | null} [analysis] what the computer player that made the move has found
 * @property {number} [key] see keys.js
 *
 * @typedef {Listed & PlyOfGame} Ply
 */

/** @typedef {typeof state} State */

export const state = {
  steps: /** @type {Steps<Ply, Drawn>} */ (/** @type {unknown} */ (null)), // the plies of the game; play.js makes them first
  /** @type {Game | null} */
  opened: null, // the game, once there is one

  /** @type {Ply | null} */
  thinking: null, // the ply for which a computer player is thinking
  halted: false, // whether computer players wait until they are told to go on

  /** @type {Listing[]} */
  games: [], // the games that can be begun

  /** The game. Throws an error before there is one. */
  get game() {
    if (!this.opened) {
      throw new Error("There is no game yet.");
    }
    return this.opened;
  },
};
