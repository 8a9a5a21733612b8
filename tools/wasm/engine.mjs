// Runs a game's WebAssembly (CONTRIBUTING, "WebAssembly"): in Node.js, and in a worker of a page.

const OFTEN = 2; // the milliseconds between two looks at the clock, more or less

/** A game's compiled code with one position and its search tree in memory. */
export class Engine {
  /** `module` is a WebAssembly.Module; `contents` says what its memory begins with, by name. */
  static async begin(module, contents) {
    const engine = new Engine();
    engine.exports = (await WebAssembly.instantiate(module)).exports;
    engine.used = 1n;
    engine.visits = 0n;
    for (const [name, bytes] of Object.entries(contents)) {
      engine.at(Uint8Array, name, bytes.length).set(bytes);
    }
    return engine;
  }

  /** Numbers of an array in memory, from the `first` on. */
  at(Type, name, count, first = 0) {
    const address = this.exports[name].value + first * Type.BYTES_PER_ELEMENT;
    return new Type(this.exports.memory.buffer, address, count);
  }

  /** Visits the search tree a number of times more. */
  grow(visits, key, exploration) {
    this.used = this.exports.grow(this.used, this.visits, BigInt(visits), key, exploration);
    this.visits += BigInt(visits);
  }

  /** Grows the tree until it has a number of playouts, or some seconds have passed; returns these. */
  search({ key, exploration, playouts, seconds, limit }) {
    const most = 1000 * Math.min(seconds ?? Infinity, limit ?? Infinity);
    const more = (visits) => this.grow(visits, BigInt(key), exploration);
    more(1); // before the time starts: the first one compiles
    const start = performance.now();
    const each = this.playouts;
    let grown = 0; // a tree in which all is proven grows no more
    for (let visits = 1, now = start; grown < this.playouts && this.playouts < playouts && now - start < most; ) {
      const before = now;
      grown = this.playouts;
      more(Math.min(visits, Math.ceil((playouts - grown) / each)));
      now = performance.now();
      visits *= now - before < OFTEN / 2 ? 2 : 1;
    }
    return (performance.now() - start) / 1000;
  }

  /** The number of random games in the tree. */
  get playouts() {
    return Number(this.at(BigInt64Array, "nodes.games", 1)[0]);
  }

  /** Of each move that has been tried: its action code, its games, and the share that was won. */
  get moves() {
    const [child] = this.at(Int32Array, "nodes.child", 1);
    const [children] = this.at(Uint16Array, "nodes.children", 1);
    const column = (Type, name) => this.at(Type, `nodes.${name}`, children, child);
    const won = column(Float64Array, "won");
    const games = [...column(BigInt64Array, "games")].map(Number);
    const actions = [...column(Uint16Array, "action")];
    return actions.map((code, at) => [code, games[at], won[at] / games[at]]).filter(([, n]) => n);
  }
}
