import type { Locator, Page } from 'playwright-core';

/** An answer beside others, by its letter; without one, the only answer. */
export function answer(page: Page, letter?: string): Locator {
  return page.getByRole('group', { name: letter === undefined ? 'Answer' : `Answer ${letter}`, exact: true });
}

/** What is said of the verdict. */
export function receipt(page: Page): Locator {
  return page.getByRole('article').getByRole('status');
}

/** Sends a message. */
export async function ask(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.keyboard.press('Enter');
}

/** A PNG of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Chooses files as a person does, in the picker of the browser. */
export async function attach(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach images' }).click();
  await (await choosing).setFiles({ name, mimeType, buffer });
}
