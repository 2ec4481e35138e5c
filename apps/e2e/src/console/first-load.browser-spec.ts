import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openView, projectViews, startBrowser } from '../support/browser.js';

jest.setTimeout(120_000);

/** What the console may transfer until a view is complete: compressed scripts, styles, fonts and pictures. */
const budgetKiB = 300;

describe('first load of the console', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  it.each(projectViews)(`transfers at most ${budgetKiB} KiB for /demo%s`, async (path) => {
    const { page, close } = await openView(browser, `/demo${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
    // Compressed bodies of the page and its files; answers of the interface are not the console's.
    const sizes = await page.evaluate<Record<string, number>>(`Object.fromEntries(
        [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
          .filter(({ name }) => new URL(name).pathname.startsWith('/console'))
          .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize]))`);
    expect(Object.entries(sizes).filter(([, size]) => size === 0)).toEqual([]);
    const total = Object.values(sizes).reduce((sum, size) => sum + size, 0) / 1_024;
    expect({ total, sizes: total <= budgetKiB ? {} : sizes }).toEqual({ total: expect.any(Number), sizes: {} });
    await close();
  });
});
