// The game as it stands, kept in the browser's storage for the next visit, and in a link.

import { Refusal, call } from "./calls.js";
import { page } from "./elements.js";
import { TEXT, called, lastPly, recordParams } from "./game.js";
import { keyOf } from "./keys.js";
import { gameOf, newId, putGame } from "./database.js";
import { state } from "./state.js";
import { store, stored } from "./storage.js";
import { t } from "./words.js";

/**
 * @import { RecordParams } from "./game.js"
 * @import { Kept } from "./database.js"
 * @import { Game } from "./state.js"
 * @import { Place } from "./storage.js"
 */

/** @typedef {Pick<Kept, "id" | "game" | "players">} Entry what a storage keeps of a game */
/** @typedef {Entry | { game?: undefined, record: string, players?: (string | null)[] }} Stored pages once kept a record */
/** @typedef {{ record: string, id: string | null, at: number | null, players: string[] }} Link what a link holds */

const KEPT = "ninetka"; // the name of the game in the storage
const GAME = "game"; // the part of an address that holds a record
const MOST_IN_LINK = 1_000_000; // characters of a record

/**
 * Keeps the game with every change of it, at once, so that nothing is lost: the texts of 900 moves are
 * written in a tenth of a millisecond, and the rules are not asked. A tab that is loaded again goes on
 * with its game, a new one with the game that was played last.
 * @param {...Place} storages
 */
export function keep(...storages) {
  const { game } = state;
  if (game.judge) {
    return null;
  }
  const entry = { id: game.id, game: recordParams(TEXT), players: game.computers };
  storages.forEach((storage) => store(KEPT, entry, storage));
  renderLink();
  return entry;
}

// Games without a move are not worth a place in the list of games.
export function keepEverywhere() {
  const entry = keep("sessionStorage", "localStorage");
  const { game, steps } = state;
  if (entry && steps.last > 0) {
    const title = game.seats.map((_, seat) => called(seat)).join(" \u2013 ");
    const isOver = lastPly().is_over || Boolean(game.ending);
    const result = isOver ? t("over") : t("unfinished");
    const winners = isOver ? (lastPly().facts?.winners ?? null) : null;
    const keys = steps.plies.slice(0, -1).map(keyOf);
    const said = { name: game.name, title, plies: steps.last, result, keys, winners };
    shelving = shelving.then(() => shelve(game, { ...entry, ...said })).catch(() => {}); // the storage has it
  }
}

// Another tab may have gone on otherwise with the same game: then this one is another from now on.
let shelving = Promise.resolve();

/**
 * @param {Game} game
 * @param {Omit<Kept, "changed">} entry
 */
async function shelve(game, entry) {
  const known = await gameOf(game.id);
  if (known && known.changed !== game.changed && !goesOn(entry.game, known.game)) {
    game.id = newId();
  }
  game.changed = Date.now() + Math.random(); // no two tabs write the same
  await putGame({ ...entry, id: game.id, changed: game.changed });
}

/**
 * Whether a game has all the moves of another, and maybe more.
 * @param {RecordParams} longer
 * @param {RecordParams} other
 */
export function goesOn(longer, { moves }) {
  return moves.every((move, at) => move === longer.moves[at]);
}

/**
 * The game in a storage; null if there is none.
 * @param {Place} storage
 * @returns {Stored | null}
 */
export function keptIn(storage) {
  const kept = stored(KEPT, storage);
  return kept?.game || kept?.record ? kept : null;
}

// Whether a game is kept in a storage.
export function isKept() {
  return Boolean(keptIn("sessionStorage") ?? keptIn("localStorage"));
}

// The link is made when it can be seen.
let linking = Promise.resolve();

function renderLink() {
  page.link.value = "";
  if (page.files.open) {
    linking = makeLink().catch(() => {}); // the next change makes another
  }
}

/** @param {number | null} at */
async function gameLink(at = null) {
  const { record } = await call("record", recordParams(TEXT));
  return linkTo(record, at);
}

async function makeLink() {
  const { plies, last } = state.steps;
  const link = await gameLink();
  if (plies === state.steps.plies && last === state.steps.last) {
    page.link.value = link;
  }
}

/**
 * The link has the id of the game, so that an answer to it is found to be the same game, the ply to show if
 * it is not the last, and who plays, unless the game is over: then who opens it has not won or lost it.
 * @param {string} record
 * @param {number | null} at
 */
async function linkTo(record, at) {
  const stream = new Blob([record]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const safe = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const { computers, ending, id } = state.game;
  const isPlayed = computers.some(Boolean) && !lastPly().is_over && !ending;
  const players = isPlayed ? `&players=${computers.map(encode).join(",")}` : "";
  const shown = at === null ? "" : `&at=${at}`;
  return `${location.href.split("#")[0]}#${GAME}=${safe}&id=${id}${shown}${players}`;
}

/** @param {string | null} player */
function encode(player) {
  return encodeURIComponent(player ?? "");
}

function inAddress() {
  return new URLSearchParams(location.hash.slice(1));
}

export function addressHoldsGame() {
  return inAddress().has(GAME);
}

/**
 * What the address holds: the record of a game, its id, the ply to show, and who plays; or null.
 * @returns {Promise<Link | null>}
 */
export async function gameOfAddress() {
  if (!addressHoldsGame()) {
    return null;
  }
  const said = inAddress();
  try {
    const decoded = atob((said.get(GAME) ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(decoded, (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const record = await bounded(stream.pipeThrough(new TextDecoderStream()));
    history.replaceState(null, "", location.pathname); // a reload goes on with the game as it stands then
    const at = said.has("at") ? Math.trunc(Number(said.get("at"))) : null;
    return { record, id: said.get("id"), at, players: said.get("players")?.split(",") ?? [] };
  } catch {
    throw new Refusal(t("the link holds no game: part of it may be missing"));
  }
}

/** @param {ReadableStream<string>} stream */
async function bounded(stream) {
  let text = "";
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) {
      return text;
    }
    text += value;
    if (text.length > MOST_IN_LINK) {
      await reader.cancel();
      throw new Error("too long");
    }
  }
}

/** @param {HTMLInputElement} input */
async function copy(input) {
  await linking;
  try {
    await navigator.clipboard.writeText(input.value);
    page.said.textContent = t("Copied.");
  } catch {
    input.select();
    page.said.textContent = t("The text is selected: press Ctrl+C to copy it.");
  }
}

/**
 * Gives a link to the ply that is shown to the device's own way of sharing, or copies it and says so.
 * @param {HTMLElement} said
 */
export async function shareLink(said) {
  const { last, ply } = state.steps;
  const url = await gameLink(ply < last ? ply : null);
  if (navigator.share) {
    await navigator.share({ title: document.title, url }).catch(() => {}); // the user may change their mind
    return;
  }
  try {
    await navigator.clipboard.writeText(url);
    said.textContent = t("The link is copied: send it to whom you like.");
  } catch {
    said.textContent = t("Copy this link: {0}", url); // some browsers let no page write to the clipboard
  }
}

page.files.addEventListener("toggle", renderLink);
page["copy-position"].addEventListener("click", () => copy(page.position));
page["copy-link"].addEventListener("click", () => copy(page.link));
