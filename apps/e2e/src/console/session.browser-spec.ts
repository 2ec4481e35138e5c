import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { call } from '../support/api.js';
import { openView, startBrowser } from '../support/browser.js';
import { stack } from '../support/stack.js';

jest.setTimeout(120_000);

describe('signing in to the console', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  it('takes an API key, stores it nowhere, and goes on to the view that was asked for', async () => {
    const { page, faults, close } = await openView(browser, '/demo/models', { key: null });
    await page.getByLabel('API key').fill(stack().demoKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor();
    expect(page.url()).toMatch(/\/console\/demo\/models$/);
    const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    expect(stored).not.toContain(stack().demoKey);
    expect(stored).not.toContain('earshot_session');
    expect(faults).toEqual([]);
    await close();
  });

  it('goes on to no other site, whatever a link says', async () => {
    const { page, faults, close } = await openView(browser, '/sign-in?to=https%3A%2F%2Fother.invalid%2F', {
      key: null,
    });
    await page.getByLabel('API key').fill(stack().demoKey);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation').waitFor();
    expect(new URL(page.url()).origin).toBe(stack().url);
    expect(faults).toEqual([]);
    await close();
  });

  it('says what is wrong with a key, and keeps what was typed', async () => {
    const { page, close } = await openView(browser, '/', { key: null });
    await page.getByLabel('API key').fill('es_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('API key').inputValue()).toBe('es_wrong');
    await close();
  });

  it('takes a one-time link once, and removes its code from the address', async () => {
    const link = (await call('POST', '/api/v1/sign_in_links')).body as unknown as { url: string };
    const { hash } = new URL(link.url);
    const first = await openView(browser, `/${hash}`, { key: null });
    await first.page
      .getByRole('navigation')
      .or(first.page.getByRole('heading', { name: 'Projects' }))
      .waitFor();
    expect(first.page.url()).not.toContain('code');
    await first.close();
    const second = await openView(browser, `/${hash}`, { key: null });
    await second.page.getByRole('alert').getByText('npm run sign-in').waitFor();
    await second.close();
  });

  it('ends with the sign-out button, also in another tab', async () => {
    const { page, context, close } = await openView(browser, '/demo/models', { ownSession: true });
    const other = await context.newPage();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.goto('/console/demo/models');
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await close();
  });

  it('opens the first view that a key may use', async () => {
    const body = { name: 'data', permissions: ['data'] };
    const { api_key: key } = (await call('POST', '/api/v1/projects/demo/api_keys', { body })).body;
    const { page, faults, close } = await openView(browser, '/', { key: String(key) });
    await page.getByRole('heading', { level: 1, name: 'Datasets' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('shows a key only the views that it may use', async () => {
    const { page, close } = await openView(browser, '/demo/models', { key: stack().demoKey });
    await page.getByRole('link', { name: 'Models' }).waitFor();
    expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(0);
    await close();
  });
});
