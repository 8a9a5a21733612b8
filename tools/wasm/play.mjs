// Plays random games in Node.js with a game's WebAssembly, by the module that a page runs too.
//
// From stdin it reads {file, contents, key, exploration, visits, next, games, rows}: the module's path, what goes into its
// memory (hexadecimal, by name), the key of the random games as text, how often the search tree is visited, the
// {contents, actions} of the positions that are searched as often after that, how many games are played, and how many
// at a time. It answers {first, line, winners, seconds}: of each first move its action code, games and the share that
// was won; the principal line; the winners of each game, as bits; the CPU time of the trees and of the games.
import fs from "node:fs";

import { Engine } from "../../src/ninetka/web/pages/engine.mjs";

const given = JSON.parse(fs.readFileSync(0, "utf8"));
/** @param {Record<string, string>} contents */
const bytesOf = (contents) =>
  Object.fromEntries(Object.entries(contents).map(([name, hex]) => [name, Buffer.from(hex, "hex")]));
const module = new WebAssembly.Module(fs.readFileSync(given.file));
const engine = await Engine.begin(module, bytesOf(given.contents));
const key = BigInt(given.key);

engine.grow(0, key, given.exploration); // compiles
const cpu = () => process.cpuUsage().user / 1e6;
let started = cpu();
engine.grow(given.visits, key, given.exploration);
for (const { contents, actions } of given.next ?? []) {
  engine.follow(bytesOf(contents), actions);
  engine.grow(given.visits, key, given.exploration);
}
const seconds = { tree: cpu() - started };

const winners = [];
started = cpu();
for (let done = 0; done < given.games; done += given.rows) {
  const many = Math.min(given.rows, given.games - done);
  engine.at(BigUint64Array, "games", 2).set([key, BigInt(done)]);
  engine.exports.play(BigInt(many));
  winners.push(...engine.at(Uint8Array, "games.winners", many));
}
seconds.games = cpu() - started;
console.log(JSON.stringify({ first: engine.moves, line: engine.line, winners, seconds }));
