import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openView, projectForViews, startBrowser } from '../support/browser.js';

jest.setTimeout(120_000);

const views = [
  '',
  '/playground',
  '/interactions',
  '/review',
  '/campaigns',
  '/datasets',
  '/models',
  '/metrics',
  '/keys',
  '/audit',
  '/settings',
];
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

  it.each(views.flatMap((view) => sizes.map((size) => ({ view, ...size }))))(
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
});
