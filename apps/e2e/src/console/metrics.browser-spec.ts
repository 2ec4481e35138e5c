import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { call } from '../support/api.js';
import { expectAccessible, openView, projectForViews, startBrowser } from '../support/browser.js';
import { until } from '../support/until.js';

jest.setTimeout(180_000);

describe('the view of metrics', () => {
  const project = `metrics-${Date.now().toString(36)}`;
  let browser: Browser;

  beforeAll(async () => {
    await projectForViews(project);
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  it('creates a metric, keeps what was typed when that fails, and shows the values of its feedback', async () => {
    const { page, axe, faults, close } = await openView(browser, `/${project}/metrics`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'New metric' }).waitFor();
    await page.keyboard.press('n');
    await dialog.getByLabel('Key', { exact: true }).fill('helpful');
    await dialog.getByText('Number', { exact: true }).click();
    await dialog.getByLabel('Description').fill('One to five stars');
    await dialog.getByRole('button', { name: 'Create metric' }).click();
    await dialog.locator('[aria-invalid=true]').waitFor();
    expect(await dialog.getByLabel('Description').inputValue()).toBe('One to five stars');
    await dialog.getByLabel('Key', { exact: true }).fill('stars');
    await dialog.getByRole('button', { name: 'Create metric' }).click();
    await page.getByText('Created the metric stars.').waitFor();
    // The browser reports the conflict on the console.
    expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);

    const chat = { model: `${project}/large`, messages: [{ role: 'user', content: 'Hello' }], max_tokens: 2 };
    const { choices } = (await call('POST', '/api/v1/chat/completions', { body: chat })).body;
    for (const value of [2, 5, 5]) {
      const body = { project, metric: 'stars', completion_id: choices[0]?.completion_id, value };
      expect((await call('POST', '/api/v1/feedback', { body })).status).toBeLessThan(300);
    }
    const counted = async () => (await call('GET', `/api/v1/projects/${project}/metrics/stars/summary`)).body.count;
    await until(async () => (await counted()) === 3, 30_000);
    await page.getByRole('button', { name: 'Summary stars' }).click();
    const summary = page.getByRole('region', { name: 'stars', exact: true });
    await summary.getByText('Mean', { exact: true }).first().waitFor();
    expect(await summary.getByRole('definition').first().innerText()).toBe('3');
    expect(await summary.getByRole('definition').nth(1).innerText()).toBe('4');
    expect(await summary.getByRole('list', { name: 'Histogram' }).count()).toBe(1);
    expect(await summary.getByRole('table').getByText('large').count()).toBe(1);
    expect(await axe()).toEqual([]);
    await summary.getByRole('link', { name: 'with ≤ 4' }).click();
    await page.getByText('stars ≤ 4').waitFor();
    await page.getByText('1 interaction', { exact: true }).waitFor();
    await close();
  });

  it('changes and deletes a metric', async () => {
    const { page, axe, faults, close } = await openView(browser, `/${project}/metrics?edit=stars`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Star rating');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved the metric stars.').waitFor();
    await page.getByRole('button', { name: 'Actions of Star rating' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the metric' }).click();
    await page.getByText('Deleted the metric Star rating.').waitFor();
    expect((await call('GET', `/api/v1/projects/${project}/metrics/stars`)).status).toBe(404);
    expect(await axe()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('is accessible and fits in each size', async () => {
    await expectAccessible(browser, [`/${project}/metrics`, `/${project}/metrics?new=true`]);
  });
});
