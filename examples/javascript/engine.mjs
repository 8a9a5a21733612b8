// An engine for Mills (Nine Men's Morris) in the engine protocol: see docs/engines.md.
//
//     ninetka arena 'engine:node engine.mjs' greedy --game mills
//
// It knows the rules by itself and looks one move ahead: it closes a mill, else stops one of the
// opponent's, else plays any move. The option `seed` makes its choices repeatable.

import { createInterface } from "node:readline";

const RINGS = ["a7 d7 g7 g4 g1 d1 a1 a4", "b6 d6 f6 f4 f2 d2 b2 b4", "c5 d5 e5 e4 e3 d3 c3 c4"].map((ring) =>
  ring.split(" "),
);
const FIELDS = RINGS.flat();
const SIDES = [0, 2, 4, 6];
const LINES = [
  ...RINGS.flatMap((ring) => SIDES.map((at) => [ring[at], ring[at + 1], ring[(at + 2) % 8]])),
  ...SIDES.map((at) => RINGS.map((ring) => ring[at + 1])),
];
const NEIGHBOURS = Object.fromEntries(
  FIELDS.map((field) => {
    const pairs = LINES.flatMap(([a, b, c]) => [[a, b], [b, a], [b, c], [c, b]]);
    return [field, pairs.filter(([from]) => from === field).map(([, to]) => to)];
  }),
);
const TOKENS = 9;

/** A position: who has a token on each field, tokens in hand, whose turn it is, and whether a removal is due. */
class Position {
  /** @type {Record<string, number>} */
  owner = {};
  hand = [TOKENS, TOKENS];
  turn = 0;
  removing = false;

  /** @param {number} seat */
  tokens(seat) {
    return FIELDS.filter((field) => this.owner[field] === seat);
  }

  /**
   * Whether a seat has a mill with a field, or would have one with a token moved there.
   * @param {string} field
   * @param {number} seat
   * @param {string} [from]
   */
  isMill(field, seat, from) {
    /** @param {string} each */
    const has = (each) => each === field || (each !== from && this.owner[each] === seat);
    return LINES.some((line) => line.includes(field) && line.every(has));
  }

  /** The legal moves as texts: `d6` puts a token, `d6-d7` moves one, and `xd6` removes one. */
  get moves() {
    const free = FIELDS.filter((field) => this.owner[field] === undefined);
    if (this.removing) {
      const theirs = this.tokens(1 - this.turn);
      const open = theirs.filter((field) => !this.isMill(field, 1 - this.turn));
      return (open.length ? open : theirs).map((field) => `x${field}`);
    }
    if (this.hand[this.turn]) {
      return free;
    }
    const own = this.tokens(this.turn);
    /** @param {string} field */
    const from = (field) => (own.length === 3 ? free : NEIGHBOURS[field].filter((to) => free.includes(to)));
    return own.flatMap((field) => from(field).map((to) => `${field}-${to}`));
  }

  /**
   * Make a move. Throws an error if it is illegal.
   * @param {string} move
   */
  make(move) {
    if (!this.moves.includes(move)) {
      throw new Error(`${move} is not a legal move`);
    }
    const [to, from = ""] = move.split("-").reverse();
    if (this.removing) {
      delete this.owner[move.slice(1)];
      this.removing = false;
    } else {
      delete this.owner[from];
      this.hand[this.turn] -= from ? 0 : 1;
      this.owner[to] = this.turn;
      this.removing = this.isMill(to, this.turn);
    }
    this.turn = this.removing ? this.turn : 1 - this.turn;
  }

  /**
   * How good a move looks: 2 if it closes a mill, 1 if it takes a field where the opponent could.
   * @param {string} move
   */
  promise(move) {
    const [to, from = ""] = move.split("-").reverse();
    if (this.removing) {
      return 0;
    }
    return this.isMill(to, this.turn, from) ? 2 : this.isMill(to, 1 - this.turn) ? 1 : 0;
  }
}

/**
 * Numbers from 0 to 1 that depend on a text alone.
 * @param {string} text
 * @returns {Generator<number, never>}
 */
function* randoms(text) {
  let state = [...text].reduce((hash, letter) => Math.imul(hash ^ Number(letter.codePointAt(0)), 16777619), 2166136261);
  while (true) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** @type {Position | null} */
let position = null;
let random = randoms(String(Date.now()));

/**
 * What the engine answers to each command.
 * @type {Record<string, (rest: string) => void>}
 */
const COMMANDS = {
  nep: () => {
    console.log("id name Mills in JavaScript\nid author the ninetka authors\ngame Mills\noption seed text default\nnepok 1");
  },
  set: (rest) => {
    const [name, ...value] = rest.split(" ");
    random = name === "seed" ? randoms(value.join(" ")) : random;
  },
  newgame: () => {
    position = null;
  },
  start: (rest) => {
    if (!["ruleset mills", "players 2"].includes(rest)) {
      throw new Error(`this engine plays the ruleset mills for 2 players, not ${rest}`);
    }
  },
  position: (rest) => {
    const [, count, ...moves] = rest.split(" ");
    position = null;
    if (moves.length !== Number(count)) {
      throw new Error("this engine plays from the beginning of a game only");
    }
    const reached = new Position();
    moves.forEach((move) => reached.make(move));
    position = reached;
  },
  isready: () => console.log("readyok"),
  go: () => {
    const now = position;
    if (!now?.moves.length) {
      throw new Error("there is no position to think about");
    }
    const best = Math.max(...now.moves.map((move) => now.promise(move)));
    const moves = now.moves.filter((move) => now.promise(move) === best);
    const move = moves[Math.floor(random.next().value * moves.length)];
    console.log(`info depth 1 nodes ${now.moves.length} line ${move}\nbestmove ${move}`);
  },
  stop: () => {}, // it has answered already
};

for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...rest] = line.trim().split(" ");
  if (command === "quit") {
    break;
  }
  try {
    if (command) {
      (COMMANDS[command] ?? (() => console.log(`error there is no command ${command}`)))(rest.join(" "));
    }
  } catch (error) {
    console.log(`error ${/** @type {Error} */ (error).message}`);
  }
}
