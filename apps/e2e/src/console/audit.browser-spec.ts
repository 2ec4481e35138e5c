import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { call } from '../support/api.js';
import { expectAccessible, openView, projectForViews, startBrowser } from '../support/browser.js';

jest.setTimeout(180_000);

describe('the view of the audit log', () => {
  const project = `audit-${Date.now().toString(36)}`;
  let browser: Browser;

  beforeAll(async () => {
    await projectForViews(project);
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  it('shows a change at once, the newest first, with its fields before and after', async () => {
    const path = `/api/v1/projects/${project}/metrics/helpful`;
    expect((await call('PATCH', path, { body: { name: 'Very helpful' } })).status).toBe(200);
    const { page, axe, faults, close } = await openView(browser, `/${project}/audit`);
    const first = page.getByRole('row').nth(1);
    await first.locator('ins').getByText('Very helpful').waitFor();
    expect(await first.locator('del').allInnerTexts()).toContain('Helpful');
    expect(await first.locator('ins').allInnerTexts()).toContain('Very helpful');
    expect(await first.innerText()).toContain('EARSHOT_ADMIN_KEY');
    expect(await axe()).toEqual([]);
    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Change' }).click();
    await page.getByRole('option', { name: 'create' }).click();
    await page.getByText('Very helpful').waitFor({ state: 'detached' });
    expect(page.url()).toContain('action=create');
    await page.getByRole('button', { name: 'large, only its changes' }).click();
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
    await page.getByText(/^\d+ fields$/).click();
    await page.getByText('earshot-demo.gguf').waitFor();
    expect(await axe()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('names what was updated, and its status, as the other views do', async () => {
    const path = `/api/v1/projects/${project}/ab_campaigns`;
    const body = { key: 'trial', metric: 'helpful', models: ['large', 'small'], traffic_split: 0 };
    expect((await call('POST', path, { body: { ...body, feedback_type: 'preference' } })).status).toBe(201);
    expect((await call('PATCH', `${path}/trial`, { body: { status: 'cancelled' } })).status).toBe(200);
    const { page, faults, close } = await openView(browser, `/${project}/audit?action=update`);
    const first = page.getByRole('row').nth(1);
    await first.getByRole('button', { name: 'trial, only its changes' }).waitFor();
    expect(await first.innerText()).toMatch(/Campaign\s+trial/);
    expect(await first.locator('ins').allInnerTexts()).toContain('Ended');
    expect(faults).toEqual([]);
    await close();
  });

  it('loads older changes on scroll, back to the first', async () => {
    const path = `/api/v1/projects/${project}/metrics/helpful`;
    const rename = async (n: number) => (await call('PATCH', path, { body: { name: `Helpful ${n}` } })).status;
    for (let n = 0; n < 12; n += 1) {
      const tenNames = Array.from({ length: 10 }, (_, at) => rename(n * 10 + at));
      expect(new Set(await Promise.all(tenNames))).toEqual(new Set([200]));
    }
    expect(await rename(120)).toBe(200);
    const { page, faults, close } = await openView(browser, `/${project}/audit`);
    await page.locator('ins').getByText('Helpful 120').waitFor();
    expect(await page.getByRole('row').count()).toBe(101);
    await page.mouse.move(640, 500);
    await page.mouse.wheel(0, 100_000);
    await page.getByRole('row').nth(110).waitFor();
    const first = page.getByRole('row').last();
    expect(await first.innerText()).toContain('create');
    expect(faults).toEqual([]);
    await close();
  });

  it('is accessible and fits in each size', async () => {
    await expectAccessible(browser, [`/${project}/audit`]);
  });
});
