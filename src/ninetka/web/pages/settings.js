// What the user has chosen for the page itself: marks, sound, and whether moves are confirmed.

import { page } from "./elements.js";

/** @typedef {{ hints: boolean, sound: boolean, confirm: boolean }} Settings */

const KEPT = "ninetka-settings";

/** @type {Settings} */
export const settings = { hints: true, sound: true, confirm: false, ...stored() };

/** @returns {Partial<Settings>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null") ?? {};
  } catch {
    return {};
  }
}

for (const name of /** @type {const} */ (["hints", "sound", "confirm"])) {
  page[name].checked = settings[name] === true;
  page[name].addEventListener("change", () => {
    settings[name] = page[name].checked;
    localStorage.setItem(KEPT, JSON.stringify(settings));
  });
}
