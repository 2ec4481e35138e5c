import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { isLoaded } from '../support/accessibility.js';
import { openView, projectForViews, projectViews, startBrowser, type View } from '../support/browser.js';

jest.setTimeout(120_000);

describe('every view of an empty project', () => {
  const project = `views-${Date.now().toString(36)}`;
  let browser: Browser;
  let view: View;

  beforeAll(async () => {
    await projectForViews(project);
    browser = await startBrowser();
    view = await openView(browser, `/${project}`);
  });
  afterAll(() => browser?.close());

  it.each(projectViews)('is accessible, fits and has no error in light, dark, wide and narrow: "%s"', async (path) => {
    await view.page.goto(`/console/${project}${path}`);
    await isLoaded(view.page);
    expect(await view.axeInEachLook()).toEqual([]);
    expect(view.faults).toEqual([]);
  });

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
