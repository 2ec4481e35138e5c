import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { call, makeProject } from '../support/api.js';
import { expectAccessible, openView, startBrowser } from '../support/browser.js';

jest.setTimeout(180_000);

describe('the view of keys', () => {
  let project: Awaited<ReturnType<typeof makeProject>>;
  let browser: Browser;

  beforeAll(async () => {
    project = await makeProject(['inference', 'read']);
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  it('shows a new key once, with limits, and revokes it', async () => {
    const { page, axe, faults, close } = await openView(browser, `/${project.key}/keys`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'New key' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('web shop');
    await dialog.getByText('Read', { exact: true }).click();
    await dialog.getByLabel('Requests a minute').fill('600');
    await dialog.getByRole('button', { name: 'Expires' }).click();
    await page.getByRole('option', { name: 'In 30 days' }).click();
    expect(await axe()).toEqual([]);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const secret = await dialog.getByLabel('new key', { exact: true }).innerText();
    expect(secret).toMatch(/^es_[0-9A-Za-z]{43}$/);
    expect(await axe()).toEqual([]);
    expect((await call('GET', `/api/v1/projects/${project.key}`, { key: secret })).status).toBe(200);
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'I have stored the key' }).click();
    expect(await page.content()).not.toContain(secret);
    const row = page.getByRole('row', { name: 'web shop' });
    await row.getByText('1 of 600 requests/min').waitFor();
    expect(await page.getByRole('columnheader', { name: 'Tokens, 30 days' }).count()).toBe(1);
    expect(await page.getByRole('list', { name: 'Usage' }).getByRole('listitem').count()).toBe(4);
    await page.reload();
    await row.waitFor();
    expect(await page.content()).not.toContain(secret);
    await row.getByRole('button', { name: 'Actions of web shop' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await page.getByText('Revoked the key web shop.').waitFor();
    expect((await call('GET', `/api/v1/projects/${project.key}`, { key: secret })).status).toBe(401);
    expect(await axe()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('keeps what was typed when a write fails', async () => {
    const { page, close } = await openView(browser, `/${project.key}/keys?new=true`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('batch');
    await dialog.getByLabel('Requests a minute').fill('5000000');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.locator('[aria-invalid=true]').waitFor();
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('batch');
    await dialog.getByLabel('Requests a minute').fill('500');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('button', { name: 'I have stored the key' }).click();
    await close();
  });

  it('marks the key of the session by its id, and shows a key without permissions no buttons', async () => {
    const body = { name: 'test', permissions: ['read'] };
    await call('POST', `/api/v1/projects/${project.key}/api_keys`, { body });
    const { page, faults, close } = await openView(browser, `/${project.key}/keys`, { key: project.apiKey });
    await page.getByRole('row', { name: 'test' }).nth(1).waitFor();
    expect(await page.getByText('This session').count()).toBe(1);
    const buttons = page.locator('main').getByRole('button');
    expect(await buttons.count()).toBe(0);
    for (const view of ['models', 'models?tab=tools', 'metrics']) {
      await page.goto(`/console/${project.key}/${view}`);
      await page.getByRole('heading', { name: /^No .* yet$/ }).waitFor();
      expect(await buttons.count()).toBe(0);
    }
    expect(faults).toEqual([]);
    await close();
  });

  it('creates and revokes a key of the installation', async () => {
    const name = `deployment ${project.key}`;
    const { page, axe, faults, close } = await openView(browser, `/${project.key}/keys?scope=installation`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'New key' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const secret = await dialog.getByLabel('new key', { exact: true }).innerText();
    await dialog.getByRole('button', { name: 'I have stored the key' }).click();
    const { body } = await call('GET', '/api/v1/api_keys');
    expect(body.data.find((key) => key.name === name)).toMatchObject({ project_id: null });
    await page.getByRole('button', { name: `Actions of ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await page.getByText(`Revoked the key ${name}.`).waitFor();
    expect((await call('GET', '/api/v1/projects', { key: secret })).status).toBe(401);
    expect(await axe()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('is accessible and fits in each size', async () => {
    await expectAccessible(browser, [`/${project.key}/keys`, `/${project.key}/keys?new=true`]);
  });
});
