"use strict";
// How the page begins: with what its address or the program that serves it gives, the game that was
// kept at the last visit, or else a game against the computer.

async function openFirst(given) {
  const failures = [];
  for (const source of [addressed, () => fresh(given), kept]) {
    try {
      const first = await source();
      if (first?.record) {
        await openRecord(first.record, first.players ?? [], { line: first.line, first: first.number });
        return failures;
      }
    } catch (error) {
      failures.push(error.message);
    }
  }
  const { record } = await call("record", { tags: { [SEAT_TAGS[1]]: OPPONENT } });
  await openRecord(record, ["me", OPPONENT]);
  return failures;
}

// What the program gives, unless this page has begun with it before and was loaded again.
function fresh(given) {
  const text = JSON.stringify(given);
  try {
    if (sessionStorage.getItem(KEPT) === text) {
      return null;
    }
    sessionStorage.setItem(KEPT, text);
  } catch {
    // No storage: nothing was kept either.
  }
  return given;
}

async function addressed() {
  return { record: await recordOfAddress() };
}

async function startPage() {
  try {
    await rules.start((text) => {
      page.loading.textContent = text;
    });
    const given = await rules.given();
    page.game.hidden = false;
    const failures = await openFirst(given);
    page.loading.hidden = true;
    if (failures.length) {
      say(failures.join(" "));
    }
    await listKinds(); // last, since it takes longest
  } catch (error) {
    page.game.hidden = true;
    page.loading.hidden = false;
    page.loading.textContent = `The page cannot begin: ${error.message}`;
  }
}

startPage();
