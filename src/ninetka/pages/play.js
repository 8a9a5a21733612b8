// How the page begins: with what the address, the program that serves it or the last visit holds,
// or else with a game against the computer.

async function startPage() {
  try {
    await rules.start((text) => {
      page.loading.textContent = text;
    });
    const [given] = await Promise.all([rules.given(), listKinds()]);
    page.loading.hidden = true;
    page.game.hidden = false;
    await openFirst(given);
  } catch (error) {
    page.loading.hidden = false;
    page.loading.textContent = error.message;
    if (!(error instanceof Refusal)) throw error;
  }
}
