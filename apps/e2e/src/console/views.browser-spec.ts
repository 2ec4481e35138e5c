import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { isLoaded } from '../support/accessibility.js';
import { stack } from '../support/stack.js';
import { openView, projectForViews, projectViews, startBrowser, type View } from '../support/browser.js';

jest.setTimeout(120_000);

/** Keys that lead to a view. */
const navigationKeys = projectViews.length;

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

  it.each([
    ['a project that does not exist', '/nope/models', 'Project not found', 'All projects'],
    ['an address without a view', `/${project}/models/nope`, 'This address has no view', 'All projects'],
  ])('is not shown for %s, and there is a way on', async (_, path, title, wayOn) => {
    const { page, axe, close } = await openView(browser, path);
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('link', { name: wayOn }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await close();
  });

  it('is not shown for a project of another key', async () => {
    const { page, faults, close } = await openView(browser, `/${project}/models`, { key: stack().demoKey });
    await page.getByRole('heading', { name: 'Project not found' }).waitFor();
    await page.getByRole('link', { name: 'Go to demo' }).click();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    expect(page.url()).toContain('/console/demo');
    expect(faults.filter((fault) => !fault.includes('404') && !fault.includes('403'))).toEqual([]);
    await close();
  });

  it('has a menu on a narrow screen that Escape and a press beside it close', async () => {
    const { page, axe, faults, close } = await openView(browser, `/${project}/models`, { width: 390 });
    const button = page.getByRole('button', { name: 'Menu' });
    const link = page.getByRole('link', { name: 'Campaigns' });
    await button.click();
    await link.waitFor();
    expect(await axe()).toEqual([]);
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'hidden' });
    await button.press('Enter');
    await link.waitFor();
    await page.mouse.click(370, 400);
    await link.waitFor({ state: 'hidden' });
    await button.click();
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
    await link.waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
    await close();
  });

  it('keeps the actions of a table that is wider than the screen in reach', async () => {
    const { page, faults, close } = await openView(browser, `/${project}/models`, { width: 390 });
    const table = page.getByRole('region', { name: 'Models' });
    await table.getByRole('button', { name: 'Actions of large' }).click({ trial: true });
    const shown = await table.evaluate(({ scrollLeft, scrollWidth, clientWidth }) => [
      scrollLeft,
      scrollWidth > clientWidth,
    ]);
    expect(shown).toEqual([0, true]);
    const box = await table.getByRole('button', { name: 'Actions of large' }).boundingBox();
    expect(box && box.x + box.width).toBeLessThan(390);
    expect(faults).toEqual([]);
    await close();
  });

  it('lists the keys that work in it on ?', async () => {
    const { page, close } = await openView(browser, `/${project}/playground`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Playground' }).focus();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.getByText('Go to Interactions').waitFor();
    const lines = await keys.locator('dl > div').allInnerTexts();
    expect(lines.findIndex((line) => line.startsWith('g'))).toBe(lines.length - navigationKeys);
    expect(lines.at(-1)?.replaceAll(/\s+/g, ' ')).toBe('g then s Go to Settings');
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await close();
  });
});
