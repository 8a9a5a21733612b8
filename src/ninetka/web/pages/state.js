// What the page to play on knows, for all scripts to read. The functions below it alone change it, and of a
// game the fields that can change.

import { Steps } from "./steps.js";

/**
 * @import { Drawn } from "./board.js"
 * @import { Analysis, Facts, Listing, Options, Annotations } from "./calls.js"
 * @import { Shape } from "./comments.js"
 * @import { Listed } from "./steps.js"
 */

/** @typedef {(move: string) => Promise<void>} Judge */

/**
 * What stays the same in a game.
 * @typedef {object} Fixed
 * @property {Judge | null} judge in a lesson or a puzzle, which is not kept: takes the moves that a person wants to make
 * @property {string} name
 * @property {Options} options
 * @property {string[]} seats
 * @property {string[]} marks
 * @property {string[]} forms
 * @property {string} summary
 */

/**
 * What changes, besides the plies.
 * @typedef {object} Changing
 * @property {string} id changed by saved.js, with the next, if another tab went on otherwise with the same game
 * @property {number} [changed] when it was put among the games of this device
 * @property {Record<string, string>} tags changed by players.js, with the next
 * @property {(string | null)[]} computers by seat: a computer player, or null for a person
 * @property {string | null} ending changed by moves.js
 * @property {(Ply | string)[]} undone plies and endings that can be redone, the next one last; changed by moves.js, plies.js
 */

/** @typedef {Readonly<Fixed> & Changing} Game a game, as records.js opens it */

/**
 * A ply of it. The rules' `facts` are there once it has been drawn.
 * @typedef {object} PlyOfGame
 * @property {string} position
 * @property {number} [seat] who made the move; the first ply has none
 * @property {number} mover the seat whose turn it is
 * @property {boolean} is_over
 * @property {string} comment
 * @property {Shape[]} [shapes] rings and arrows on the board
 * @property {Annotations} [annotations]
 * @property {Facts} [facts]
 * @property {Analysis | null} [analysis] what the computer player that made the move has found
 * @property {number} [key] see keys.js
 *
 * @typedef {Listed & PlyOfGame} Ply
 */

const current = {
  /** @type {Steps<Ply, Drawn>} */
  steps: new Steps((at) => `#ply=${at}`), // the plies of the game
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
/** @type {Readonly<typeof current>} */
export const state = current;

/** @param {Game} game */
export function setGame(game) {
  current.opened = game;
}

/** @param {Ply | null} ply */
export function setThinking(ply) {
  current.thinking = ply;
}

/** @param {boolean} isHalted */
export function setHalted(isHalted) {
  current.halted = isHalted;
}

/** @param {Listing[]} games */
export function setGames(games) {
  current.games = games;
}
