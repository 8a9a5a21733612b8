// Who plays, by seat: fields for a new game, and for the one that is played.

import { make } from "./elements.js";
import { t } from "./words.js";

/** @type {[name: string, text: string][]} computer players, and what the page calls them */
export const STRENGTHS = [
  ["easy", "Computer, easy"],
  ["club", "Computer, club"],
  ["strong", "Computer, strong"],
  ["search:8s", "Computer, 8 seconds"],
  ["greedy", "Computer, greedy"],
  ["random", "Computer, random"],
];

export const OPPONENT = STRENGTHS[0][0]; // of who is new, unless another is chosen

/**
 * What the page calls a computer player.
 * @param {string} player
 */
export function playerName(player) {
  const name = new Map(STRENGTHS).get(player);
  return name ? t(name) : t("Computer, {0}", player);
}

/**
 * Whether a record's name for a player is that of a computer player which the page offers.
 * @param {string} name
 */
export function isPlayerName(name) {
  return STRENGTHS.some(([value]) => value === name);
}

/** @typedef {{ name: HTMLInputElement, player: HTMLSelectElement }} SeatFields */

/** @param {string} legend */
export function seatRow(legend) {
  const name = make("input", "");
  name.name = "name";
  name.maxLength = 200;
  const known = STRENGTHS.map(([value, text]) => new Option(t(text), value));
  const player = make("select", "", new Option(t("A person"), ""), ...known);
  player.name = "player";
  return make(
    "fieldset",
    "fields",
    make("legend", "", legend),
    make("label", "", `${t("Name")} `, name),
    make("label", "", `${t("Played by")} `, player),
  );
}

/**
 * @template {keyof SeatFields} N
 * @param {Element} rows
 * @param {N} name
 * @returns {SeatFields[N][]}
 */
export function seatFields(rows, name) {
  /** @type {NodeListOf<SeatFields[N]>} */
  const fields = rows.querySelectorAll(`[name=${name}]`);
  return [...fields];
}
