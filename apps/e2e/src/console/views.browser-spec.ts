import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openView, projectForViews, projectViews, startBrowser } from '../support/browser.js';

jest.setTimeout(120_000);

const sizes = [
  { name: 'light', theme: 'light', width: 1280 },
  { name: 'dark', theme: 'dark', width: 1280 },
  { name: 'narrow', theme: 'light', width: 390 },
] as const;

describe('every view of an empty project', () => {
  const project = `views-${Date.now().toString(36)}`;
  let browser: Browser;

  beforeAll(async () => {
    await projectForViews(project);
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  it.each(projectViews.flatMap((view) => sizes.map((size) => ({ view, ...size }))))(
    'is accessible, fits and has no error: "$view", $name',
    async ({ view, width, theme }) => {
      const opened = await openView(browser, `/${project}${view}`, { width, theme });
      const { page } = opened;
      await page.getByRole('heading', { level: 1 }).waitFor();
      // An event stream never lets the network become idle.
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
      expect(await opened.axe()).toEqual([]);
      const content = await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth);
      expect(content).toBe(0);
      expect(opened.faults).toEqual([]);
      await opened.close();
    },
  );

  it('lists the keys that work in it on ?', async () => {
    const { page, close } = await openView(browser, `/${project}/playground`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Playground' }).focus();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.getByText('Go to Interactions').waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await close();
  });
});
