// Says why nothing loads if the page is opened as a file: browsers then refuse its modules.
"use strict";

if (location.protocol === "file:") {
  document.addEventListener("DOMContentLoaded", () => {
    document.getElementById("loading").textContent =
      "The page cannot begin: Opened as a file, this page cannot load the rules. " +
      "Put its folder on a web server, for example with: python -m http.server";
  });
}
