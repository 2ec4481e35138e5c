import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { call, uniqueKey } from '../support/api.js';
import { expectAccessible, openView, projectForViews, startBrowser } from '../support/browser.js';

// A report follows its feedback within seconds.
jest.setTimeout(120_000);

const project = uniqueKey('campaigns');
const base = `/api/v1/projects/${project}`;
const shownMs = 30_000;
const maxConcurrent = 10;

/** Records comparisons of two texts, each pair in a session of its own. */
async function prefer(preferred: string, other: string, count: number): Promise<void> {
  const record = async () => {
    const messages = [{ role: 'user', content: randomUUID() }];
    const side = (model: string) => ({ text: `Answer of ${model}`, model: `${project}/${model}` });
    const body = {
      project,
      metric: 'helpful',
      messages,
      preferred_completion: side(preferred),
      other_completion: side(other),
    };
    const { status, body: answer } = await call('POST', '/api/v1/comparison', { body });
    expect([status, answer.error]).toEqual([201, undefined]);
  };
  for (let sent = 0; sent < count; sent += maxConcurrent)
    await Promise.all(Array.from({ length: Math.min(maxConcurrent, count - sent) }, record));
}

const result = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Result' }).getByText(text).waitFor({ timeout: shownMs });

async function start(models: readonly string[]): Promise<string> {
  const key = uniqueKey('trial');
  const body = { key, metric: 'helpful', models, traffic_split: 0, feedback_type: 'preference' };
  expect((await call('POST', `${base}/ab_campaigns`, { body })).status).toBe(201);
  return key;
}

describe('campaigns in the console', () => {
  let browser: Browser;

  beforeAll(async () => {
    await projectForViews(project);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await call('DELETE', base);
  });

  it('are explained in a project without campaigns', async () => {
    const { page, axe, faults, close } = await openView(browser, `/${project}/campaigns`);
    await page.getByRole('heading', { name: 'No campaigns yet' }).waitFor();
    expect([await axe(), faults]).toEqual([[], []]);
    await close();
  });

  it('are started by keys, and show each comparison without a reload', async () => {
    const { page, faults, close } = await openView(browser, `/${project}/campaigns`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Key' }).focus();
    await page.keyboard.type('by-keys');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: 'by-keys' }).waitFor();
    await result(page, 'Too early to tell');
    const probabilities = page.getByRole('list', { name: 'Probability to be the best' });
    expect(await probabilities.getByText('–').count()).toBe(2);
    await prefer('large', 'small', 3);
    const row = page.getByRole('region', { name: 'Models of the campaign' }).getByRole('row', { name: /large/ });
    await row.getByRole('cell', { name: '3', exact: true }).first().waitFor({ timeout: shownMs });
    await page
      .getByRole('region', { name: 'Win matrix' })
      .getByRole('row', { name: /large.*3.*0 lost/ })
      .waitFor();
    expect(faults).toEqual([]);
    await call('PATCH', `${base}/ab_campaigns/by-keys`, { body: { status: 'cancelled' } });
    await close();
  });

  it('show when one may stop, and deploy the winner after a confirmation', async () => {
    const key = await start(['large', 'small']);
    const { page, axe, faults, close } = await openView(browser, `/${project}/campaigns/${key}`);
    await result(page, 'Too early to tell');
    await prefer('small', 'large', 60);
    await result(page, 'You may stop: small is the best');
    await page.getByRole('img', { name: 'Plot of large, small' }).waitFor();
    await page.getByRole('button', { name: 'Show the values as a table' }).click();
    await page.getByRole('region', { name: 'Values over time' }).getByRole('row').nth(1).waitFor();
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Deploy small' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deploy small?' });
    await dialog.getByText('The default model changes from large to small.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await call('GET', `${base}/models/small`)).body).toMatchObject({ default: false });
    await page.getByRole('button', { name: 'Deploy small' }).click();
    await dialog.getByRole('button', { name: 'Change the default model' }).click();
    await result(page, 'small is the default model now.');
    const { body } = await call('GET', `${base}/models/small`);
    expect([body, faults]).toEqual([expect.objectContaining({ default: true }), []]);
    await close();
  });

  it('are ended after a confirmation, and deleted with their report', async () => {
    const key = await start(['large', 'small']);
    const { page, faults, close } = await openView(browser, `/${project}/campaigns/${key}`);
    await page.getByRole('button', { name: 'End campaign' }).click();
    await page.getByRole('button', { name: 'End the campaign' }).click();
    await result(page, 'Ended without a winner');
    await page.getByRole('button', { name: `Actions of ${key}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the campaign' }).click();
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
    const { status } = await call('GET', `${base}/ab_campaigns/${key}`);
    expect([status, faults]).toEqual([404, []]);
    await close();
  });

  it('are named in the interactions that they drew the model of', async () => {
    const key = uniqueKey('trial');
    const campaign = { key, metric: 'helpful', models: ['large', 'small'], traffic_split: 1 };
    const created = await call('POST', `${base}/ab_campaigns`, { body: { ...campaign, feedback_type: 'preference' } });
    expect(created.status).toBe(201);
    const chat = { model: project, messages: [{ role: 'user', content: 'Hello' }], max_tokens: 2 };
    const { choices } = (await call('POST', '/api/v1/chat/completions', { body: chat })).body;
    const { page, faults, close } = await openView(browser, `/${project}/interactions/${choices[0]?.completion_id}`);
    await page.getByText('with a probability of 50.0%').waitFor();
    await page.getByRole('region', { name: 'Details' }).getByRole('link', { name: key }).click();
    await page.getByRole('heading', { level: 1, name: key }).waitFor();
    expect(faults).toEqual([]);
    await call('PATCH', `${base}/ab_campaigns/${key}`, { body: { status: 'cancelled' } });
    await close();
  });

  it('are said not to exist, with a way on', async () => {
    const { page, axe, close } = await openView(browser, `/${project}/campaigns/nope`);
    await page.getByRole('heading', { name: 'Campaign not found' }).waitFor();
    expect([await axe(), await page.getByRole('button', { name: 'Retry' }).count()]).toEqual([[], 0]);
    await page.getByRole('link', { name: 'All campaigns' }).click();
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
    await close();
  });

  it('keep the entered values if the start is rejected', async () => {
    const key = await start(['large', 'small']);
    const { page, close } = await openView(browser, `/${project}/campaigns?new=true`);
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'Key' });
    await field.fill(key);
    await page.getByRole('button', { name: 'Start campaign' }).click();
    await page
      .getByRole('dialog')
      .getByText(/already/)
      .waitFor();
    expect(await field.inputValue()).toBe(key);
    await call('PATCH', `${base}/ab_campaigns/${key}`, { body: { status: 'cancelled' } });
    await close();
  });

  it('are accessible and fit, in light, dark and narrow', async () => {
    const key = await start(['large', 'small']);
    await prefer('large', 'small', 12);
    await expectAccessible(browser, [
      `/${project}/campaigns`,
      `/${project}/campaigns/${key}`,
      `/${project}/campaigns?new=true`,
    ]);
  });
});
