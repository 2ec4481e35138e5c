import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openView, startBrowser } from '../support/browser.js';
import { answer, ask, receipt } from '../support/playground-page.js';
import { PlaygroundProject } from '../support/playground-project.js';
import { stack } from '../support/stack.js';
import { until } from '../support/until.js';

jest.setTimeout(120_000);

const visibleTimeoutMs = 30_000;
const project = new PlaygroundProject();
let browser: Browser;

beforeAll(async () => {
  await project.start();
  browser = await startBrowser();
});
beforeEach(() => project.answerAt());
afterAll(async () => {
  await browser?.close();
  await project.stop();
});

const open = (search: string, options = {}) => openView(browser, `/${project.key}/playground?${search}`, options);

/** A question that both models have answered. */
async function openAnswered(metric: string, options = {}) {
  const view = await open(`models=large,small&metric=${metric}`, options);
  await ask(view.page, 'Hello');
  for (const letter of ['A', 'B']) await answer(view.page, letter).getByText('begins and ends.').waitFor();
  return view;
}

describe('the project that every installation begins with', () => {
  it('counts the first preference in its campaign, which the receipt leads to', async () => {
    const { page, faults, close } = await openView(browser, '/demo/playground');
    await page.getByRole('button', { name: 'Which clients can I use?' }).click();
    const judge = page.getByRole('group', { name: 'Judge by helpful' });
    await judge.getByRole('button', { name: /^A is better/ }).click();
    await receipt(page).getByText('Stored. Counted in campaign').waitFor();
    await receipt(page)
      .getByText(/demo(-small)? [1-9]\d* won/)
      .waitFor();
    await receipt(page).getByRole('link', { name: 'demo-or-small' }).click();
    await page.getByRole('heading', { level: 1, name: 'demo-or-small' }).waitFor();
    await page.getByRole('region', { name: 'Result' }).waitFor();
    await page.getByText('Who won against whom').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe('two models side by side', () => {
  it('stream without their names, and a key stores the winner while text still streams', async () => {
    const metric = await project.metric();
    const campaign = await project.campaign(metric);
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    project.answerAt(gate);
    const { page, faults, close } = await open(`models=large,small&metric=${metric}`);
    await ask(page, 'Which one are you?');
    const [left, right] = [answer(page, 'A'), answer(page, 'B')];
    for (const one of [left, right]) {
      await one.getByText('begins').waitFor();
      await one.getByText('Hidden until you judge').waitFor();
      await one.getByText('Streaming').waitFor();
      expect(await one.textContent()).not.toMatch(/large|small/);
    }
    const winner = (await left.textContent())?.includes('Alpha') === true ? 'large' : 'small';
    const loser = winner === 'large' ? 'small' : 'large';
    await page.keyboard.press('ArrowLeft');
    await receipt(page).getByText(`You preferred A (${winner}) to B (${loser}).`).waitFor();
    await receipt(page).getByText('Stored. Counted in campaign').waitFor();
    await receipt(page).getByText(`${winner} 1 won, 0 lost, 0 tied`).waitFor();
    await receipt(page).getByText('1 of 10 conversations before it can name a winner.').waitFor();
    await receipt(page).getByRole('link', { name: campaign }).waitFor();
    await left.getByText(winner, { exact: true }).waitFor();
    await right.getByText(loser, { exact: true }).waitFor();
    await right.getByText('Streaming').waitFor();
    openGate();
    for (const one of [left, right]) await one.getByText('begins and ends.').waitFor();
    const stored = await until(
      async () => (await project.compared(metric)).filter(({ preferred }) => preferred !== null),
      visibleTimeoutMs,
    );
    expect(stored).toEqual([{ preferred: `${project.key}/${winner}`, other: `${project.key}/${loser}`, tied: null }]);
    expect(faults).toEqual([]);
    await project.cancel(campaign);
    await close();
  });

  it('are both rated good by the arrow up, which u undoes', async () => {
    const metric = await project.metric();
    const { page, faults, close } = await openAnswered(metric);
    await page.keyboard.press('ArrowUp');
    await receipt(page).getByText('equally good').waitFor();
    await receipt(page).getByText(`Stored under ${metric}.`).waitFor();
    expect(await project.compared(metric)).toMatchObject([{ tied: 'good' }]);
    await page.keyboard.press('u');
    await page.getByRole('group', { name: `Judge by ${metric}` }).waitFor();
    expect(await project.compared(metric)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await receipt(page).getByText('equally bad').waitFor();
    await receipt(page).getByText(`Stored under ${metric}.`).waitFor();
    expect(await project.compared(metric)).toMatchObject([{ tied: 'bad' }]);
    expect(faults).toEqual([]);
    await close();
  });

  it('are judged by keys, which the message after the verdict never is', async () => {
    const metric = await project.metric();
    const { page, faults, close } = await openAnswered(metric);
    await page.keyboard.press('ArrowLeft');
    await receipt(page).getByText(`Stored under ${metric}.`).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('no, use 2 words');
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('no, use 2 words');
    expect(await project.compared(metric)).toHaveLength(1);
    expect(faults).toEqual([]);
    await close();
  });

  it('continue when one fails; its error is shown in words and retried', async () => {
    const metric = await project.metric();
    project.small.script = {
      words: ['Bravo begins', ' and ends.'],
      refuse: { status: 400, body: { error: { message: 'The prompt is too odd.', code: 'odd' } } },
      refusals: 1,
    };
    const { page, close } = await open(`models=large,small&metric=${metric}&blind=false`);
    await ask(page, 'Hello');
    await answer(page, 'A').getByText('Alpha begins and ends.').waitFor();
    const failed = answer(page, 'B');
    await failed.getByText('Failed').waitFor();
    expect((await failed.getByRole('alert').textContent())?.length).toBeGreaterThan(20);
    await page.getByText('Nothing to judge: fewer than two models answered.').waitFor();
    expect(await page.getByRole('button', { name: /is better/ }).count()).toBe(0);
    await failed.getByRole('button', { name: 'Retry' }).click();
    await failed.getByText('Bravo begins and ends.').waitFor();
    await page.keyboard.press('ArrowRight');
    await receipt(page).getByText('You preferred B (small) to A (large).').waitFor();
    await receipt(page).getByText(`Stored under ${metric}.`).waitFor();
    expect(await project.compared(metric)).toHaveLength(1);
    await close();
  });

  it('are below each other in a narrow window, each as wide as the view', async () => {
    const { page, faults, close } = await openAnswered(await project.metric(), { width: 390 });
    const [a, b] = [await answer(page, 'A').boundingBox(), await answer(page, 'B').boundingBox()];
    if (a === null || b === null) throw new Error('an answer has no place');
    expect(b.y).toBeGreaterThanOrEqual(a.y + a.height);
    expect({ x: b.x, width: b.width }).toEqual({ x: a.x, width: a.width });
    expect(a.x + a.width).toBeLessThanOrEqual(390);
    expect(faults).toEqual([]);
    await close();
  });

  it('are accessible before, while and after judging, in light, dark, wide and narrow', async () => {
    const metric = await project.metric();
    const { page, axeInEachLook, faults, close } = await open(`models=large,small&metric=${metric}`);
    await page.getByRole('heading', { name: 'Ask 2 models the same' }).waitFor();
    expect(await axeInEachLook()).toEqual([]);
    await ask(page, 'Hello');
    for (const letter of ['A', 'B']) await answer(page, letter).getByText('begins and ends.').waitFor();
    expect(await axeInEachLook()).toEqual([]);
    await page.getByRole('button', { name: 'Both good' }).click();
    await receipt(page).getByText(`Stored under ${metric}.`).waitFor();
    expect(await axeInEachLook()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the conversation', () => {
  it('goes on while another view is shown, with its verdicts and what is written; signing out ends it', async () => {
    const metric = await project.metric();
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    const { page, faults, close } = await openAnswered(metric, { ownSession: true });
    await page.keyboard.press('ArrowUp');
    await receipt(page).getByText(`Stored under ${metric}.`).waitFor();
    project.answerAt(gate);
    await ask(page, 'And again?');
    const second = page.getByRole('article', { name: 'Turn 2' });
    const answers = second.getByRole('group', { name: /^Answer [AB]$/ });
    for (const one of await answers.all()) await one.getByText('begins').waitFor();
    await page.getByLabel('Message', { exact: true }).fill('Not sent yet');
    await page.getByRole('link', { name: 'Metrics' }).click();
    await page.getByRole('heading', { level: 1, name: 'Metrics' }).waitFor();
    openGate();
    await page.getByRole('link', { name: 'Playground' }).click();
    for (const one of await answers.all()) await one.getByText('begins and ends.').waitFor();
    await page.getByRole('article', { name: 'Turn 1' }).getByText('equally good').waitFor();
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('Not sent yet');
    expect(page.url()).toContain(`metric=${metric}`);
    expect(faults).toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').fill(stack().adminKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ask 2 models the same' }).waitFor();
    expect(await page.getByRole('article').count()).toBe(0);
    await close();
  });

  it('is there after a reload, where what streamed is interrupted and retried; signing out removes it', async () => {
    const metric = await project.metric();
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    const { page, faults, close } = await openAnswered(metric, { ownSession: true });
    project.answerAt(gate);
    await ask(page, 'And again?');
    const answersOf = (turn: string) =>
      ['A', 'B'].map((letter) =>
        page.getByRole('article', { name: turn }).getByRole('group', { name: `Answer ${letter}` }),
      );
    for (const one of answersOf('Turn 2')) await one.getByText('begins').waitFor();
    const field = page.getByLabel('Message', { exact: true });
    await field.fill('Not sent yet');
    await page.reload();
    for (const one of answersOf('Turn 1')) await one.getByText('begins and ends.').waitFor();
    expect(await field.inputValue()).toBe('Not sent yet');
    openGate();
    for (const one of answersOf('Turn 2')) {
      await one.getByRole('alert').getByText('Interrupted: the page was reloaded before the end.').waitFor();
      await one.getByRole('button', { name: 'Retry' }).click();
      await one.getByText('begins and ends.').waitFor();
    }
    await field.fill('');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('article', { name: 'Turn 2' }).getByText(`Stored under ${metric}.`).waitFor();
    expect(await project.compared(metric)).toHaveLength(1);
    expect(faults).toEqual([]);
    await page.goto(`/console/${project.key}/metrics`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').fill(stack().adminKey);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Playground' }).click();
    await page.getByRole('heading', { name: 'Ask 2 models the same' }).waitFor();
    expect(await page.getByRole('article').count()).toBe(0);
    await close();
  });
});
