import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { call, makeProject } from '../support/api.js';
import { expectAccessible, openView, startBrowser } from '../support/browser.js';

jest.setTimeout(180_000);

describe('the settings of a project', () => {
  let project: Awaited<ReturnType<typeof makeProject>>;
  let browser: Browser;

  beforeAll(async () => {
    project = await makeProject(['read', 'manage']);
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  it('are changed by a key of the installation; a failed write keeps what was typed', async () => {
    const { page, faults, close } = await openView(browser, `/${project.key}/settings`);
    const save = page.getByRole('button', { name: 'Save' });
    await page.getByLabel('Name', { exact: true }).fill('Support');
    await page.getByLabel('System prompt').fill('You are the support of a bicycle shop.');
    await page.getByLabel('Concurrent requests').fill('20000');
    await save.click();
    await page.locator('[aria-invalid=true]').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Support');
    await page.getByLabel('Concurrent requests').fill('50');
    await page.getByLabel('Interactions', { exact: true }).fill('1000');
    await save.click();
    await page.getByText('Saved the settings.').waitFor();
    const usage = page.getByRole('list', { name: 'Usage' }).getByRole('listitem');
    await usage.filter({ hasText: /^Interactions0 of 1,000$/ }).waitFor();
    expect((await call('GET', `/api/v1/projects/${project.key}`)).body).toMatchObject({
      name: 'Support',
      system_prompt: 'You are the support of a bicycle shop.',
      limits: { concurrent: 50 },
      quotas: { bytes: null, interactions: 1_000 },
    });
    // The browser reports the rejected write on the console.
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
    await close();
  });

  it('are shown to a key of the project, which cannot change them', async () => {
    const { page, faults, close } = await openView(browser, `/${project.key}/settings`, { key: project.apiKey });
    expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'New project' }).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('lead to a new project, which a key of the installation creates', async () => {
    const { page, axe, faults, close } = await openView(browser, `/${project.key}/settings`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'New project' }).click();
    await dialog.getByLabel('Key', { exact: true }).fill(project.key);
    expect(await axe()).toEqual([]);
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await dialog.locator('[aria-invalid=true]').waitFor();
    await dialog.getByLabel('Key', { exact: true }).fill(`${project.key}-new`);
    await dialog.getByLabel('Name', { exact: true }).fill('Another shop');
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await page.getByText('Created the project Another shop.').waitFor();
    await page.waitForURL(`**/${project.key}-new`);
    expect((await call('GET', `/api/v1/projects/${project.key}-new`)).body).toMatchObject({ name: 'Another shop' });
    await page.goto('/console/');
    await page.getByRole('link', { name: 'Another shop' }).waitFor();
    expect(await page.getByRole('button', { name: 'New project' }).count()).toBe(1);
    // The browser reports the rejected write on the console.
    expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
    await close();
  });

  it('are accessible and fit in each size', async () => {
    await expectAccessible(browser, [`/${project.key}/settings`]);
  });
});
