// Plays a random game through `ninetka serve` and prints its record.
//
//     node random-game.mjs [GAME] [PLAYERS] [SEED]
//
// GAME is the name of any game that ninetka knows, such as kropki, 9am or mills; without it, 9tka is
// played. Without PLAYERS as many play as is usual. The environment variable NINETKA says how to call ninetka if it is not on the path, for instance
// NINETKA="python3 -m ninetka".

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** @typedef {{ id: number, result?: unknown, error?: { message: string, data?: object } }} Reply */

/** The rules of games, asked from a `ninetka serve` process: JSON-RPC 2.0, one message a line. */
class Ninetka {
  #server;
  /** @type {Map<number, { resolve: (result: unknown) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  #calls = 0;

  /** @param {string} command */
  constructor(command) {
    const [program, ...options] = command.split(" ");
    this.#server = spawn(program, [...options, "serve"], { stdio: ["pipe", "pipe", "inherit"] });
    this.#server.on("error", (error) => this.#fail(error));
    this.#server.on("close", () => this.#fail(new Error("ninetka has ended")));
    this.#server.stdin.on("error", () => {}); // "close" tells it too
    createInterface({ input: this.#server.stdout }).on("line", (line) => this.#settle(JSON.parse(line)));
  }

  /**
   * The result of a method; rejects with the error's sentence, and its codes as `cause`.
   * @param {string} method
   * @param {object} params
   * @returns {Promise<any>}
   */
  call(method, params = {}) {
    const id = ++this.#calls;
    this.#server.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  close() {
    this.#server.stdin.end();
  }

  /** @param {Reply} reply */
  #settle({ id, result, error }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message, { cause: error.data }));
    else waiting?.resolve(result);
  }

  /** @param {Error} error */
  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/**
 * Random numbers from 0 to 1, the same for the same seed (mulberry32).
 * @param {number} seed
 */
function seeded(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The record of a random game. A view is all of a position as plain data.
 * @param {Ninetka} rules
 * @param {{ game: string, players?: number }} start
 * @param {() => number} random
 * @returns {Promise<string>}
 */
async function randomGame(rules, start, random) {
  /** @type {string[]} */
  const moves = [];
  let { view } = await rules.call("start", { ...start, view: true });
  while (!view.is_over) {
    const { position, legal_moves: legal } = view;
    const move = legal[Math.floor(random() * legal.length)];
    moves.push(move);
    ({ view } = await rules.call("apply", { game: start.game, position, move, view: true }));
  }
  const { record } = await rules.call("record", { ...start, moves });
  return record;
}

const given = process.argv.slice(2);
const isNamed = given.length > 0 && !/^[0-9]+$/.test(given[0]);
const game = (isNamed && given.shift()) || "9tka";
const [players, seed = "1"] = given;
const start = players === undefined ? { game } : { game, players: Number(players) };
const rules = new Ninetka(process.env.NINETKA ?? "ninetka");
try {
  process.stdout.write(await randomGame(rules, start, seeded(Number(seed))));
} catch (error) {
  console.error(`Error: ${/** @type {Error} */ (error).message}`);
  process.exitCode = 1;
} finally {
  rules.close();
}
