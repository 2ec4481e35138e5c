/**
 * The views of the console with the project of {@link seed}, and what to do in each before its picture.
 *
 * @param {{ key: string, completionId: string, sessionId: string }} project
 */
export function viewsOf({ key, completionId, sessionId }) {
  const at = (rest) => `/${key}${rest}`;
  return [
    { name: 'home', address: at('') },
    { name: 'playground', address: at(`/playground?models=large,small&metric=helpful`), prepare: ask },
    { name: 'interactions', address: at('/interactions') },
    { name: 'interaction', address: at(`/interactions/${completionId}`) },
    { name: 'session', address: at(`/sessions/${sessionId}`) },
    { name: 'review', address: at('/review') },
    { name: 'queue', address: at('/review/weekly') },
    { name: 'campaigns', address: at('/campaigns') },
    { name: 'campaign', address: at('/campaigns/large-or-small') },
    { name: 'datasets', address: at('/datasets') },
    { name: 'models', address: at('/models') },
    { name: 'metrics', address: at('/metrics') },
    { name: 'keys', address: at('/keys') },
    { name: 'audit', address: at('/audit') },
    { name: 'settings', address: at('/settings') },
  ];
}

/** Asks both models, and waits for their answers. */
async function ask(page) {
  await page.getByRole('textbox', { name: 'Message' }).fill('Which clients can I use?');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'A is better' }).waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}
