// The games kept on this device, each under an id of its own, in the browser's database.

/** @import { RecordParams } from "./game.js" */

/**
 * A game that is kept, and what the list of games says of it.
 * @typedef {object} SavedGame
 * @property {string} id
 * @property {number} changed
 * @property {RecordParams} game
 * @property {(string | null)[]} players
 * @property {string} name
 * @property {string} title
 * @property {number} plies
 * @property {string} result
 * @property {number[]} [keys] the numbers of its positions (keys.js) but the last
 * @property {number[] | null} winners null until it is over
 */

const DATABASE = "ninetka";
const GAMES = "games";
/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** @returns {Promise<IDBDatabase>} */
function database() {
  if (!opened) {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: "id" });
    opened = settled(request);
  }
  return opened;
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * What a call on all games gives, made in a transaction of its own.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(games: IDBObjectStore) => IDBRequest<T>} act
 */
async function stored(mode, act) {
  const transaction = (await database()).transaction(GAMES, mode);
  return settled(act(transaction.objectStore(GAMES)));
}

export function newId() {
  const random = crypto.getRandomValues(new Uint32Array(3));
  return Array.from(random, (number) => number.toString(36)).join("-");
}

/** @param {SavedGame} game */
export async function putGame(game) {
  await stored("readwrite", (games) => games.put(game));
}

/**
 * A game, or undefined if there is none of that id.
 * @param {string} id
 * @returns {Promise<SavedGame | undefined>}
 */
export function getGame(id) {
  return stored("readonly", (games) => games.get(id));
}

/**
 * All games, the one that was changed last first.
 * @returns {Promise<SavedGame[]>}
 */
export async function allGames() {
  const games = await stored("readonly", (each) => each.getAll());
  return games.sort((one, other) => other.changed - one.changed);
}

/** @param {string} id */
export async function deleteGame(id) {
  await stored("readwrite", (games) => games.delete(id));
}
