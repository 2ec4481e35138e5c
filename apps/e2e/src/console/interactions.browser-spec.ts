import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { call } from '../support/api.js';
import { openView, startBrowser } from '../support/browser.js';
import { entry, projectWithInteractions, projectWithRows, session, shows } from '../support/interaction-samples.js';
import type { ListedComparison } from '../support/review-project.js';
import { recordedWithinMs } from '../support/records.js';
import { stack } from '../support/stack.js';
import { until } from '../support/until.js';

jest.setTimeout(120_000);

const run = promisify(execFile);
const snippetTimeoutMs = 60_000;
const project = `interactions-${Date.now().toString(36)}`;
let browser: Browser;

beforeAll(async () => {
  await projectWithInteractions(project);
  browser = await startBrowser();
});
afterAll(() => browser?.close());

describe('the table of interactions', () => {
  it('is used from the keyboard: j, k, Enter and Escape', async () => {
    const { page, faults, close } = await openView(browser, `/${project}/interactions`);
    const panel = page.getByRole('complementary', { name: 'Interaction' });
    await shows(page, 'ABC');
    await page.getByText('3 interactions', { exact: true }).waitFor();
    for (const key of ['j', 'j', 'k', 'Enter']) await page.keyboard.press(key);
    await panel.getByText('Alpha: it left the warehouse.').waitFor();
    expect(page.url()).toMatch(/open=/);
    await page.keyboard.press('j');
    await panel.getByText('on its way').waitFor();
    await page.reload();
    await panel.getByText('on its way').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(page.url()).not.toMatch(/open=/);
    expect(faults).toEqual([]);
    await close();
  });

  it('goes on by keys right after a reload, from the entry that is open', async () => {
    const { page, faults, close } = await openView(browser, `/${project}/interactions`);
    const panel = page.getByRole('complementary', { name: 'Interaction' });
    await shows(page, 'ABC');
    await page.reload();
    await shows(page, 'ABC');
    for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key);
    await panel.getByText('on its way').waitFor();
    await page.reload();
    await panel.getByText('on its way').waitFor();
    await page.keyboard.press('j');
    await panel.getByText('Charlie: with your key.').waitFor();
    await page.reload();
    await panel.getByText('Charlie: with your key.').waitFor();
    await page.keyboard.press('k');
    await panel.getByText('on its way').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('is accessible with an entry beside it, in light and dark, and without it where the screen is narrow', async () => {
    const { page, axeInEachLook, close } = await openView(browser, `/${project}/interactions`);
    await entry(page, 'Bravo').click();
    await page.getByRole('complementary', { name: 'Interaction' }).getByText('on its way').waitFor();
    expect(await axeInEachLook()).toEqual([]);
    await close();
  });

  it('keeps the selected row in view when a panel opens beside it', async () => {
    const { page, close } = await openView(browser, `/${await projectWithRows(20)}/interactions`);
    const grid = page.getByRole('grid');
    await grid.getByText('Row 14.').click();
    await page.getByRole('complementary', { name: 'Interaction' }).getByText('Row 14.').waitFor();
    await until(async () => {
      const row = await grid.locator('[aria-selected=true]').boundingBox();
      const frame = await grid.boundingBox();
      return row !== null && frame !== null && row.y >= frame.y && row.y + row.height <= frame.y + frame.height;
    }, 10_000);
    expect(await grid.locator('[aria-selected=true]').innerText()).toContain('large');
    await close();
  });

  it('leads a link to an entry to its page on a narrow screen', async () => {
    const { body } = await call('GET', `/api/v1/projects/${project}/interactions`);
    const id = (body.data as unknown as { completion_id: string }[])[0]?.completion_id;
    const { page, faults, close } = await openView(browser, `/${project}/interactions?open=${id}`, { width: 390 });
    await page.getByRole('article', { name: 'Answer' }).waitFor();
    expect(page.url()).toMatch(new RegExp(`/interactions/${id}$`));
    expect(faults).toEqual([]);
    await close();
  });

  it('opens an entry as a page on a narrow screen', async () => {
    const { page, axeInEachLook, close } = await openView(browser, `/${project}/interactions`, { width: 390 });
    await page.getByRole('gridcell').filter({ hasText: 'Alpha' }).click();
    await page.waitForURL(/\/interactions\/[-\w]+$/);
    await page.getByRole('article', { name: 'Answer' }).getByText('Alpha').waitFor();
    expect(await axeInEachLook()).toEqual([]);
    await close();
  });
});

describe('an interaction', () => {
  it('has messages, times, tokens, feedback and raw JSON, and its curl works', async () => {
    const chat = await call('POST', '/api/v1/chat/completions', {
      body: { model: `${project}/large`, messages: [{ role: 'user', content: "What's Earshot?" }], max_tokens: 16 },
    });
    const completion = chat.body.choices[0]?.completion_id ?? '';
    const { page, context, faults, close } = await openView(browser, `/${project}/interactions/${completion}`);
    await page.getByRole('article', { name: 'user' }).getByText("What's Earshot?").waitFor();
    await page.getByRole('figure', { name: 'Times' }).getByText('First token').waitFor();
    await page
      .getByText(`= ${chat.body.usage.prompt_tokens} prompt + ${chat.body.usage.completion_tokens} answer`)
      .waitFor();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('region', { name: 'Feedback' }).getByRole('listitem').filter({ hasText: 'helpful' }).waitFor();
    expect(await page.getByRole('region', { name: 'Comparisons' }).count()).toBe(0);
    await page.getByText('Raw JSON').click();
    const json = await page.getByLabel('JSON of the interaction', { exact: true }).textContent();
    expect(JSON.parse(json ?? '')).toMatchObject({ completion_id: completion, finish_reason: expect.any(String) });

    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('Repeat the request').click();
    await page.getByRole('button', { name: 'Copy curl' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const curl = await page.evaluate<string>('navigator.clipboard.readText()');
    const env = { ...process.env, EARSHOT_API_KEY: stack().adminKey };
    const { stdout } = await run('sh', ['-c', curl], { env, timeout: snippetTimeoutMs });
    expect(JSON.parse(stdout)).toMatchObject({
      model: `${project}/large`,
      usage: { prompt_tokens: chat.body.usage.prompt_tokens },
    });
    expect(faults).toEqual([]);
    await close();
  });

  it('takes feedback by a key, which u undoes; one key copies it as curl', async () => {
    const { page, context, faults, close } = await openView(browser, `/${project}/interactions?text=alpha`);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await entry(page, 'Alpha').click();
    const feedback = page.getByRole('region', { name: 'Feedback' });
    const given = feedback.getByRole('listitem').filter({ hasText: 'helpful' });
    await feedback.getByRole('button', { name: 'Yes' }).waitFor();
    await page.keyboard.press('0');
    await feedback.getByRole('status').getByText('Recorded helpful: no.').waitFor();
    await given.getByText('no', { exact: true }).waitFor();
    await page.keyboard.press('u');
    await given.waitFor({ state: 'detached' });
    await page.keyboard.press('x');
    await page.getByText('Copied the request as curl.').waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain('Where is my parcel?');
    expect(faults).toEqual([]);
    await close();
  });

  it('shows the comparisons that it took part in, with a link to the other answer', async () => {
    const sides = ['Parcel: won', 'Parcel: lost'].map((text) => ({ text, model: `${project}/large` }));
    const [preferred_completion, other_completion] = sides;
    const messages = [{ role: 'user', content: 'Which parcel?' }];
    const body = { project, metric: 'helpful', messages, preferred_completion, other_completion };
    expect((await call('POST', '/api/v1/comparison', { body })).status).toBeLessThan(300);
    const recorded = await call('GET', `/api/v1/projects/${project}/comparisons`);
    const [{ preferred, other }] = recorded.body.data as unknown as [ListedComparison];
    const read = (id: string) => call('GET', `/api/v1/projects/${project}/interactions/${id}`);
    for (const { completion_id: id } of [preferred, other])
      await until(async () => (await read(id)).status === 200, recordedWithinMs);
    const { page, faults, close } = await openView(browser, `/${project}/interactions/${preferred.completion_id}`);
    const comparisons = page.getByRole('region', { name: 'Comparisons' });
    await comparisons.getByText('won', { exact: true }).waitFor();
    await comparisons.getByRole('link', { name: `${project}/large` }).click();
    await page.getByRole('article', { name: 'Answer' }).getByText('Parcel: lost').waitFor();
    await comparisons.getByText('lost', { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('opens in the playground with its messages, user and session', async () => {
    const { page, faults, close } = await openView(browser, `/${project}/interactions?text=alpha`);
    await entry(page, 'Alpha').click();
    await page.getByRole('link', { name: 'Open in playground' }).click();
    await page.waitForURL(/\/playground/);
    await page.getByText('Where is my parcel?').first().waitFor();
    await page.getByRole('list', { name: 'Not taken from the interaction' }).getByText('labels').waitFor();
    await page.getByRole('button', { name: /^Settings/ }).click();
    const settings = page.getByRole('complementary', { name: 'Settings' });
    expect(await settings.getByLabel('User').inputValue()).toBe('ada');
    expect(await settings.getByLabel('Session').inputValue()).toBe(session);
    expect(faults).toEqual([]);
    await close();
  });

  it('is replayed with its session, turn by turn', async () => {
    const { page, axeInEachLook, faults, close } = await openView(browser, `/${project}/interactions?text=alpha`);
    await entry(page, 'Alpha').click();
    await page.getByRole('link', { name: 'Session', exact: true }).click();
    const position = page.getByRole('group', { name: 'Replay' }).getByRole('status');
    await position.getByText('All 2 turns').waitFor();
    await page.keyboard.press('ArrowRight');
    await position.getByText('Turn 1 of 2').waitFor();
    // The older one is first.
    await page.getByText('Where is my refund?').waitFor();
    expect(await page.getByText('Where is my parcel?').count()).toBe(0);
    expect(page.url()).toMatch(/turn=1/);
    expect(await axeInEachLook()).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await page.getByText('Where is my parcel?').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('is erased only after a confirmation, and then gone from the list', async () => {
    const { page, close } = await openView(browser, `/${project}/interactions`);
    await entry(page, 'Charlie').click();
    const erase = page.getByRole('button', { name: 'Erase the interaction' });
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await erase.click();
    await dialog.getByText('This cannot be undone.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await shows(page, 'ABC');
    await erase.click();
    await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
    await shows(page, 'AB');
    await close();
  });
});
