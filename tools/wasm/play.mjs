// Plays random games in Node.js with a game's WebAssembly, as a page can too.
//
// From stdin it reads {file, contents, key, exploration, visits, games, rows}: the module's path, what goes into
// its memory (hexadecimal, by name), the key of the random games as text, how often the search tree is
// visited, how many games are played, and how many at a time. It answers {first, winners, seconds}: of each first move its
// action code, games and wins; the winners of each game, as bits; the CPU time of the tree and of the games.
import fs from "node:fs";

const given = JSON.parse(fs.readFileSync(0, "utf8"));
const { instance } = await WebAssembly.instantiate(fs.readFileSync(given.file));
const { memory, grow, play, ...addresses } = instance.exports;
const at = (Type, name, count, first = 0) =>
  new Type(memory.buffer, addresses[name].value + first * Type.BYTES_PER_ELEMENT, count);
for (const [name, hex] of Object.entries(given.contents)) {
  at(Uint8Array, name, hex.length / 2).set(Buffer.from(hex, "hex"));
}
const key = BigInt(given.key);

grow(1n, 0n, 0n, key, given.exploration); // compiles
const cpu = () => process.cpuUsage().user / 1e6;
let started = cpu();
grow(1n, 0n, BigInt(given.visits), key, given.exploration);
const seconds = { tree: cpu() - started };
const [child] = at(Int32Array, "nodes.child", 1);
const [children] = at(Uint16Array, "nodes.children", 1);
const column = (Type, name) => [...at(Type, `nodes.${name}`, children, child)].map(Number);
const columns = [column(Uint16Array, "action"), column(BigInt64Array, "games"), column(Float64Array, "won")];
const first = columns[0].map((_, i) => columns.map((each) => each[i]));

const winners = [];
started = cpu();
for (let done = 0; done < given.games; done += given.rows) {
  const many = Math.min(given.rows, given.games - done);
  at(BigUint64Array, "games", 2).set([key, BigInt(done)]);
  play(BigInt(many));
  winners.push(...at(Uint8Array, "games.winners", many));
}
seconds.games = cpu() - started;
console.log(JSON.stringify({ first, winners, seconds }));
