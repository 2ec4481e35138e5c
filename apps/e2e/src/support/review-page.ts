import type { Page } from 'playwright-core';

/** Longer than services take to restart. */
const itemTimeoutMs = 90_000;

/** The item on screen. */
export interface ShownItem {
  readonly prompt: string;
  /** Texts of the answers, the left one first. */
  readonly answers: readonly string[];
}

/** Waits for an item with another prompt than this one. @returns null when nothing waits. */
export async function nextItem(page: Page, before: string | null): Promise<ShownItem | null> {
  const item = page.getByRole('article', { name: 'Item to review' });
  const question = item.getByRole('region', { name: 'Prompt' }).locator('p').last();
  const isOther = before === null ? question : question.filter({ hasNotText: before });
  const done = page.getByRole('heading', { name: 'All done' });
  await isOther.or(done).waitFor({ timeout: itemTimeoutMs });
  if (await done.isVisible()) return null;
  const answers = item.getByRole('region', { name: /^Answer/ });
  await answers.first().waitFor();
  const texts = await answers.locator('p').allInnerTexts();
  return { prompt: await question.innerText(), answers: texts };
}

/** Waits until every decision is stored. */
export async function everythingSaved(page: Page): Promise<void> {
  const state = page.getByRole('status', { name: 'Saving', exact: true });
  await state.getByText('Saved', { exact: true }).waitFor({ timeout: itemTimeoutMs });
}
