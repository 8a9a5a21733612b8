"use strict";
// How the page begins: with the game of its address, the game it had before it was loaded again, what
// the program that serves it gives, the game that was played last, or else one against the computer.

async function openFirst(given) {
  const failures = [];
  const sources = [addressed, () => keptIn("sessionStorage"), () => given, () => keptIn("localStorage")];
  for (const source of sources) {
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
    page.reach.textContent = rules.reach ?? "";
    failures.forEach((message) => sayError({ message }));
    listKinds().catch(sayError); // last, since it takes longest
  } catch (error) {
    page.game.hidden = true;
    page.loading.hidden = false;
    page.loading.textContent = `The page cannot begin: ${error.message}`;
  }
}

startPage();
