// What the user has chosen for the page itself: marks, sound, and whether moves are confirmed.
// May import: elements.js.

import { page } from "./elements.js";

const KEPT = "ninetka-settings";

export const settings = { hints: true, sound: true, confirm: false, ...stored() };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

for (const name of ["hints", "sound", "confirm"]) {
  page[name].checked = settings[name] === true;
  page[name].addEventListener("change", () => {
    settings[name] = page[name].checked;
    localStorage.setItem(KEPT, JSON.stringify(settings));
  });
}
