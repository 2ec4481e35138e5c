import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { call } from '../support/api.js';
import { openView, startBrowser } from '../support/browser.js';
import { everythingSaved, nextItem } from '../support/review-page.js';
import { pairsOf, ReviewProject, type ListedComparison, type ListedFeedback } from '../support/review-project.js';
import { until } from '../support/until.js';

jest.setTimeout(120_000);

describe('reviewing in the console', () => {
  const project = new ReviewProject();
  let browser: Browser;

  beforeAll(async () => {
    await project.start();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await project.stop();
  });

  const open = (queue: string, options = {}) => openView(browser, `/${project.key}/review/${queue}`, options);
  const pairs = async (count: number) => {
    const answered = await project.answered(count);
    return { answered, items: pairsOf(answered) };
  };

  it('takes a decision back by a key, and shows the pair again', async () => {
    const metric = await project.metric('bool');
    const { items } = await pairs(2);
    const { page, close } = await open(await project.queue('compare', metric, items));
    const first = await nextItem(page, null);
    await page.keyboard.press('ArrowLeft');
    await nextItem(page, first?.prompt ?? null);
    await everythingSaved(page);
    expect(await project.listed('comparisons', metric)).toHaveLength(1);
    await page.keyboard.press('u');
    await page
      .getByRole('region', { name: 'Prompt' })
      .getByText(first?.prompt ?? '', { exact: true })
      .waitFor();
    expect(await project.listed('comparisons', metric)).toEqual([]);
    await close();
  });

  it('rates answers by keys, with a reason and details', async () => {
    const metric = await project.metric('bool');
    const { items } = await pairs(2);
    const queue = await project.queue(
      'rate',
      metric,
      items.map(([id]) => [id as string]),
    );
    const { page, close } = await open(queue);
    const first = await nextItem(page, null);
    await page.getByRole('button', { name: 'Yes' }).waitFor();
    for (const key of ['0', 'r', 'd']) await page.keyboard.press(key);
    await page.keyboard.type('Too long');
    await page.keyboard.press('Control+Enter');
    await nextItem(page, first?.prompt ?? null);
    await page.getByRole('button', { name: 'Yes' }).waitFor();
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'All done' }).waitFor();
    await everythingSaved(page);
    const stored = await project.listed<ListedFeedback>('feedback', metric);
    expect(stored.map(({ value, reason, details }) => ({ value, reason, details }))).toEqual(
      expect.arrayContaining([
        { value: false, reason: 'Toxicity', details: 'Too long' },
        { value: true, reason: null, details: null },
      ]),
    );
    expect(stored).toHaveLength(2);
    await close();
  });

  it('keeps a rating that cannot be stored, and stores it once later with its details', async () => {
    const metric = await project.metric('bool');
    const { items } = await pairs(1);
    const { page, close } = await open(await project.queue('rate', metric, [[items[0]?.[0] as string]]));
    await page.getByRole('button', { name: 'Yes' }).waitFor();
    await page.route('**/reviews', (route) => route.abort('internetdisconnected'));
    for (const key of ['0', 'd']) await page.keyboard.press(key);
    await page.keyboard.type('Too long');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('status', { name: 'Saving', exact: true }).getByText('Retrying 1').waitFor();
    expect(await project.listed('feedback', metric)).toEqual([]);
    await page.unroute('**/reviews');
    await everythingSaved(page);
    const stored = await project.listed<ListedFeedback>('feedback', metric);
    expect(stored.map(({ value, details }) => [value, details])).toEqual([[false, 'Too long']]);
    await close();
  });

  it('enters a number by its digit', async () => {
    const metric = await project.metric('scalar');
    const { items } = await pairs(1);
    const { page, close } = await open(await project.queue('rate', metric, [[items[0]?.[0] as string]]));
    await page.getByLabel(`${metric} (v)`).waitFor();
    await page.keyboard.press('4');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'All done' }).waitFor();
    await everythingSaved(page);
    const stored = await project.listed<ListedFeedback>('feedback', metric);
    expect(stored.map(({ value }) => value)).toEqual([4]);
    await close();
  });

  it('gives two browsers never the same item', async () => {
    const metric = await project.metric('bool');
    const count = 8;
    const { answered, items } = await pairs(count);
    const queue = await project.queue('compare', metric, items);
    const views = [await open(queue), await open(queue)];
    const seen = await Promise.all(views.map(({ page }) => decideAll(page)));
    expect(seen.flat().toSorted()).toEqual(answered.map(({ prompt }) => prompt).toSorted());
    expect(await project.listed('comparisons', metric)).toHaveLength(count);
    for (const view of views) await view.close();
  });

  it('creates a queue that says where its items come from', async () => {
    const metric = await project.metric('bool');
    const { page, close } = await openView(browser, `/${project.key}/review?new=true`);
    await page.getByLabel('Key', { exact: true }).fill('by-hand');
    await page.getByRole('button', { name: 'Metric' }).click();
    await page.getByRole('option', { name: metric }).click();
    await page.getByText('Nowhere', { exact: true }).click();
    await page.getByRole('button', { name: 'Create queue' }).click();
    await page.getByRole('button', { name: 'Review by-hand' }).click();
    await page.getByRole('heading', { name: 'Nothing to review yet' }).waitFor();
    const { body } = await call('GET', `/api/v1/projects/${project.key}/review_queues/by-hand`);
    expect(body).toMatchObject({ kind: 'compare', metric, source: null, reviews_per_item: 1 });
    await close();
  });

  it('creates a queue of replays, shows their progress, and compares a stored answer with the second one', async () => {
    const metric = await project.metric('bool');
    const { answered } = await pairs(1);
    project.answersWith('answered again');
    const { page, axe, faults, close } = await openView(browser, `/${project.key}/review?new=true`);
    await page.getByLabel('Key', { exact: true }).fill('again');
    await page.getByRole('button', { name: 'Metric' }).click();
    await page.getByRole('option', { name: metric }).click();
    await page.getByText('Replays', { exact: true }).click();
    await page.getByRole('button', { name: 'Second model' }).click();
    await page.getByRole('option', { name: 'small' }).click();
    await page.getByLabel('Prompts at most').fill('1');
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'Create queue' }).click();
    await page.getByRole('button', { name: 'Review again' }).click();
    const shown = await nextItem(page, null);
    expect(shown?.prompt).toBe(answered[0]?.prompt);
    expect(shown?.answers.toSorted()).toEqual([`${shown?.prompt} answered by large`, 'answered again'].toSorted());
    await page.keyboard.press('ArrowLeft');
    await everythingSaved(page);
    await page.getByText('1 of 1 prompts answered again.').waitFor();
    const [comparison] = await project.listed<ListedComparison>('comparisons', metric);
    expect([comparison?.preferred.model, comparison?.other.model].toSorted()).toEqual([
      `${project.key}/large`,
      `${project.key}/small`,
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  it('counts the items of a queue in the list as it fills', async () => {
    const metric = await project.metric('bool');
    const name = await project.queueFrom('rate', metric, { filter: { created_after: new Date().toISOString() } });
    const { page, close } = await openView(browser, `/${project.key}/review`);
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name }) });
    await row.getByText('0 of 0', { exact: true }).waitFor();
    await pairs(1);
    await row.getByText('0 of 2', { exact: true }).waitFor();
    await row.getByRole('link', { name }).click();
    await nextItem(page, null);
    await close();
  });

  it('says why the source of a queue cannot be read, and leads to another one', async () => {
    const metric = await project.metric('bool');
    const provider = { kind: 'openai', base_url: 'http://127.0.0.1:9/v1', model: 'm' };
    await project.created('models', { key: 'removed', provider, capabilities: ['chat'] });
    const queue = await project.queueFrom('compare', metric, { models: ['large', 'removed'] });
    await call('DELETE', `/api/v1/projects/${project.key}/models/removed`);
    await until(async () => (await project.stateOf(queue)).fill_error !== null, 60_000);
    const { page, axe, faults, close } = await open(queue);
    const note = page.getByRole('alert');
    await note.getByText(/its source cannot be read\. There is no model '[-\w]+'\./).waitFor();
    await page.getByText('Items appear here as soon as the source of the queue can be read.').waitFor();
    expect(await axe()).toEqual([]);
    await note.getByRole('link', { name: 'Choose another source' }).click();
    await page.getByRole('dialog', { name: `Queue ${queue}` }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('is accessible, fits and has no error in light, dark, wide and narrow', async () => {
    const metric = await project.metric('bool');
    const { items } = await pairs(1);
    const compare = await project.queue('compare', metric, items);
    const rate = await project.queue('rate', metric, [[items[0]?.[0] as string]]);
    const { page, axeInEachLook, faults, close } = await openView(browser, `/${project.key}/review`);
    for (const path of ['', `/${compare}`, `/${rate}`]) {
      await page.goto(`/console/${project.key}/review${path}`);
      await page
        .getByText(path === '' ? 'Progress' : 'answered by', { exact: false })
        .first()
        .waitFor();
      expect(await axeInEachLook()).toEqual([]);
    }
    expect(faults).toEqual([]);
    await close();
  });
});

/** Decides every item that a page gets. @returns their prompts. */
async function decideAll(page: Page): Promise<string[]> {
  const prompts: string[] = [];
  for (let shown = await nextItem(page, null); shown !== null; shown = await nextItem(page, shown.prompt)) {
    prompts.push(shown.prompt);
    await page.keyboard.press('ArrowUp');
  }
  await everythingSaved(page);
  return prompts;
}
