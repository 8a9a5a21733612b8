// Runs a game's WebAssembly (CONTRIBUTING, "WebAssembly"): in a worker of a page, and in Node.js.

const CLOCK_INTERVAL_MS = 2; // between two looks at the clock, more or less

/**
 * What a game's file exports: its functions, its memory, and where each array begins in it, by the array's name.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(used: bigint, done: bigint, visits: bigint, key: bigint, exploration: number) => bigint} grow
 * @property {(used: bigint, node: bigint) => bigint} keep
 * @property {(games: bigint) => void} play
 *
 * @typedef {Exports & Record<string, { value: number }>} Exported
 */

/**
 * How long to search, and from which random numbers; numbers that are null set no limit.
 * @typedef {object} Plan
 * @property {string} key
 * @property {number} exploration
 * @property {number} playouts
 * @property {number | null} [seconds]
 * @property {number | null} [limit]
 */

/** A game's compiled code with one position and its search tree in memory. */
export class Engine {
  used = 1n;
  visits = 0n;

  /** @param {Exported} exports */
  constructor(exports) {
    this.exports = exports;
  }

  /**
   * Begins with these contents of the memory, by name.
   * @param {WebAssembly.Module} module
   * @param {Record<string, Uint8Array>} contents
   */
  static async begin(module, contents) {
    const { exports } = await WebAssembly.instantiate(module);
    const engine = new Engine(/** @type {Exported} */ (/** @type {unknown} */ (exports)));
    engine.write(contents);
    return engine;
  }

  /** @param {Record<string, Uint8Array>} contents */
  write(contents) {
    for (const [name, bytes] of Object.entries(contents)) {
      this.at(Uint8Array, name, bytes.length).set(bytes);
    }
  }

  /**
   * Numbers of an array in memory, from the `first` on.
   * @template A
   * @param {{ new (buffer: ArrayBuffer, address: number, count: number): A, BYTES_PER_ELEMENT: number }} Type
   * @param {string} name
   * @param {number} count
   */
  at(Type, name, count, first = 0) {
    const address = this.exports[name].value + first * Type.BYTES_PER_ELEMENT;
    return new Type(this.exports.memory.buffer, address, count);
  }

  /**
   * Visits the search tree a number of times more.
   * @param {number | bigint} visits
   * @param {bigint} key
   * @param {number} exploration
   */
  grow(visits, key, exploration) {
    this.used = this.exports.grow(this.used, this.visits, BigInt(visits), key, exploration);
    this.visits += BigInt(visits);
  }

  /**
   * Goes on from a position, which these action codes lead to, with what is known of it. False if nothing is.
   * @param {Record<string, Uint8Array>} contents
   * @param {number[]} actions
   */
  follow(contents, actions) {
    let node = 0;
    for (const action of actions) {
      const next = node < 0 ? null : this.successors(node).find(({ code, games }) => games && code === action);
      node = next?.node ?? -1;
    }
    this.write(contents);
    this.used = this.exports.keep(this.used, BigInt(node));
    this.visits = this.used === 1n ? 0n : this.visits;
    return this.used > 0n;
  }

  /**
   * Grows the tree until it has a number of playouts, or some seconds have passed; returns these.
   * @param {Plan} plan
   */
  search({ key, exploration, playouts, seconds, limit }) {
    const most = 1000 * Math.min(seconds ?? Infinity, limit ?? Infinity);
    /** @param {number} visits */
    const more = (visits) => this.grow(visits, BigInt(key), exploration);
    const kept = this.playouts;
    more(1); // before the time starts: the first one compiles
    const start = performance.now();
    const each = Math.max(1, this.playouts - kept);
    let grown = 0; // a tree in which all is proven grows no more
    for (let visits = 1, now = start; grown < this.playouts && this.playouts < playouts && now - start < most; ) {
      const before = now;
      grown = this.playouts;
      more(Math.min(visits, Math.ceil((playouts - grown) / each)));
      now = performance.now();
      visits *= now - before < CLOCK_INTERVAL_MS / 2 ? 2 : 1;
    }
    return (performance.now() - start) / 1000;
  }

  /** The number of random games in the tree. */
  get playouts() {
    return Number(this.at(BigInt64Array, "nodes.games", 1)[0]);
  }

  /**
   * Of each successor of a node of the tree: its action code, its games, how many of them were won, and its number.
   * @param {number} node
   */
  successors(node) {
    const [child] = this.at(Int32Array, "nodes.child", 1, node);
    const [children] = this.at(Uint16Array, "nodes.children", 1, node);
    const won = this.at(Float64Array, "nodes.won", children, child);
    const games = this.at(BigInt64Array, "nodes.games", children, child);
    const actions = [...this.at(Uint16Array, "nodes.action", children, child)];
    return actions.map((code, at) => ({ code, games: Number(games[at]), won: won[at], node: child + at }));
  }

  /** Of each move that has been tried: its action code, its games, and the share that was won. */
  get moves() {
    return this.successors(0).filter(({ games }) => games).map(({ code, games, won }) => [code, games, won / games]);
  }

  /** The action codes of the principal line: on from each position, the move with most games, and of equal ones most wins. */
  get line() {
    const line = [];
    for (let next = this.best(0); next?.games; next = this.best(next.node)) {
      line.push(next.code);
    }
    return line;
  }

  /** @param {number} node */
  best(node) {
    return this.successors(node).sort((a, b) => b.games - a.games || b.won - a.won || b.node - a.node)[0];
  }
}
