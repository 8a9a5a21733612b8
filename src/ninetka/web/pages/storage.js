// Values in the browser's storage, as JSON. Where there is no storage, or not enough, nothing is kept.

/** @typedef {"localStorage" | "sessionStorage"} Place */

/**
 * The value of a name; null if there is none.
 * @param {string} name
 * @param {Place} place
 */
export function stored(name, place = "localStorage") {
  try {
    return JSON.parse(window[place].getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {Place} place
 */
export function store(name, value, place = "localStorage") {
  try {
    window[place].setItem(name, JSON.stringify(value));
  } catch {
    // The value is not kept.
  }
}
