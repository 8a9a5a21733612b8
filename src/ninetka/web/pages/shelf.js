// The games kept on this device, each under an id of its own, in the browser's database.
// Imports nothing.

const DATABASE = "ninetka";
const GAMES = "games";
let opened = null; // the promise of the database

function database() {
  opened ??= settled(indexedDB.open(DATABASE, 1), (request) => {
    request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: "id" });
  });
  return opened;
}

function settled(request, prepare = () => {}) {
  return new Promise((resolve, reject) => {
    prepare(request);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// What a call on all games gives, made in a transaction of its own.
async function stored(mode, act) {
  const transaction = (await database()).transaction(GAMES, mode);
  return settled(act(transaction.objectStore(GAMES)));
}

export function newId() {
  const random = crypto.getRandomValues(new Uint32Array(3));
  return Array.from(random, (number) => number.toString(36)).join("-");
}

// A game is {id, changed, game, players}, what the list of games says of it, the numbers of its positions
// (keys.js) but the last, and who won: null until it is over.
export async function putGame(game) {
  await stored("readwrite", (games) => games.put(game));
}

// A game, or undefined if there is none of that id.
export function gameOf(id) {
  return stored("readonly", (games) => games.get(id));
}

// All games, the one that was changed last first.
export async function allKept() {
  const games = await stored("readonly", (each) => each.getAll());
  return games.sort((one, other) => other.changed - one.changed);
}

export async function removeGame(id) {
  await stored("readwrite", (games) => games.delete(id));
}
