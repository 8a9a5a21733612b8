// Says why nothing loads if the page is opened as a file: browsers then refuse its modules. Does not
// load in a frame of another page, which could steal clicks: servers refuse that by a header.
"use strict";

if (window.top !== window) {
  window.stop();
  const body = document.createElement("body");
  body.textContent = "This page does not play inside another page: open it by itself.";
  document.documentElement.replaceChildren(body);
} else if (location.protocol === "file:") {
  document.addEventListener("DOMContentLoaded", () => {
    const loading = /** @type {HTMLElement} */ (document.getElementById("loading"));
    loading.textContent =
      "The page cannot begin: Opened as a file, this page cannot load the rules. " +
      "Put its folder on a web server, for example with: python -m http.server";
  });
}
