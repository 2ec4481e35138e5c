import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openView, startBrowser } from '../support/browser.js';
import { answer, ask, attach, png, receipt } from '../support/playground-page.js';
import { PlaygroundProject } from '../support/playground-project.js';
import { ScriptedProvider } from '../support/provider.js';

jest.setTimeout(120_000);

const project = new PlaygroundProject();
const seeing = new ScriptedProvider();
let browser: Browser;

beforeAll(async () => {
  await project.start();
  const baseUrl = await seeing.start();
  await project.model('seeing', baseUrl, ['chat', 'images']);
  await project.model('fourth', baseUrl, ['chat']);
  await project.model('sighted', baseUrl, ['chat', 'images']);
  browser = await startBrowser();
});
beforeEach(() => project.answerAt());
afterAll(async () => {
  await browser?.close();
  await project.stop();
  await seeing.stop();
});

const open = (search: string) => openView(browser, `/${project.key}/playground?${search}`);

describe('the empty field of the message', () => {
  it('takes keys that judge while an answer is not judged, and ?, which a space before makes text', async () => {
    const metric = await project.metric();
    const { page, axe, faults, close } = await open(`models=large&metric=${metric}`);
    const field = page.getByLabel('Message', { exact: true });
    await field.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await ask(page, '1 or 2?');
    await answer(page).getByText('Alpha begins and ends.').waitFor();
    await page.getByText('While the field is empty, 1 and 0 judge and ? shows all keys.').waitFor();
    expect(await axe()).toEqual([]);
    await page.keyboard.type(' 2 words?');
    expect(await field.inputValue()).toBe(' 2 words?');
    await field.fill('');
    await page.keyboard.press('1');
    await receipt(page).getByText('You rated the answer yes.').waitFor();
    await receipt(page).getByText(`Stored as feedback under ${metric}.`).waitFor();
    expect(await project.rated(metric)).toEqual([true]);
    await page.keyboard.press('Enter');
    await page.keyboard.type('2 words?');
    expect(await field.inputValue()).toBe('2 words?');
    expect(await project.rated(metric)).toEqual([true]);
    await field.fill(' 2 words?');
    await page.keyboard.press('Enter');
    await answer(page).getByText('Alpha begins and ends.').nth(1).waitFor();
    expect(project.large.requests.at(-1)?.['messages']).toMatchObject([{}, {}, { content: '2 words?' }]);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('four answers side by side', () => {
  it('are judged without those that failed, whose errors name no model before the verdict', async () => {
    const metric = await project.metric();
    seeing.script = { words: ['One', ' dot.'] };
    const { page, axeInEachLook, close } = await open(`models=seeing,large,small,sighted&metric=${metric}`);
    await attach(page, 'dot.png', 'image/png', png);
    await page.getByText('Not all chosen models take images.').waitFor();
    await ask(page, 'What is it?');
    const all = ['A', 'B', 'C', 'D'].map((letter) => ({ letter, card: answer(page, letter) }));
    for (const { card } of all) await card.getByText(/One dot\.|model_not_capable/).waitFor();
    for (const { card } of all) expect(await card.textContent()).not.toMatch(/seeing|large|small|sighted/);
    const failed = await Promise.all(all.map(({ card }) => card.getByRole('alert').count()));
    const [left, right] = all.filter((_, column) => failed[column] === 0).map(({ letter }) => letter);
    await page.getByRole('button', { name: `${left} is better` }).waitFor();
    await page.getByText(/^Not judged: [A-D], [A-D]\./).waitFor();
    expect(await axeInEachLook()).toEqual([]);
    await page.keyboard.press('ArrowRight');
    const verdict = receipt(page).getByText(/^You preferred/);
    expect(await verdict.textContent()).toMatch(
      new RegExp(`^You preferred ${right} \\((seeing|sighted)\\) to ${left} \\((seeing|sighted)\\)\\.$`),
    );
    await receipt(page).getByText(`Stored under ${metric}.`).waitFor();
    await receipt(page).getByText(`continues from answer ${right}`).waitFor();
    const stored = (await project.compared(metric)).map(({ preferred, other }) => [preferred, other].toSorted());
    expect(stored).toEqual([[`${project.key}/seeing`, `${project.key}/sighted`]]);
    const alerts = page.getByRole('article').getByRole('alert');
    expect((await alerts.allTextContents()).join(' ')).toMatch(/large|small/);
    await close();
  });

  it('are judged by a digit, which stores the best one against each other, and u undoes all of them', async () => {
    const metric = await project.metric();
    seeing.script = { words: ['Other begins', ' and ends.'] };
    const { page, axeInEachLook, faults, close } = await open(`models=large,small,seeing,fourth&metric=${metric}`);
    await ask(page, 'Which one is it?');
    for (const letter of ['A', 'B', 'C', 'D']) await answer(page, letter).getByText('begins and ends.').waitFor();
    expect(await page.getByRole('button', { name: 'Add' }).count()).toBe(0);
    await page.keyboard.press('3');
    await receipt(page).getByText('You preferred C').waitFor();
    await receipt(page).getByText(`Stored under ${metric}.`).waitFor();
    const best = await answer(page, 'C')
      .getByText(/^(large|small|seeing|fourth)$/)
      .innerText();
    const stored = await project.compared(metric);
    expect(stored.map(({ preferred }) => preferred)).toEqual(Array(3).fill(`${project.key}/${best}`));
    expect(new Set(stored.map(({ other }) => other)).size).toBe(3);
    expect(await axeInEachLook()).toEqual([]);
    await page.keyboard.press('u');
    await page.getByRole('group', { name: `Judge by ${metric}` }).waitFor();
    expect(await project.compared(metric)).toEqual([]);
    await page.keyboard.press('ArrowUp');
    await receipt(page).getByText('equally good').waitFor();
    await receipt(page).getByText(`Stored under ${metric}.`).waitFor();
    expect((await project.compared(metric)).map(({ tied }) => tied)).toEqual(Array(6).fill('good'));
    expect(faults).toEqual([]);
    await close();
  });
});
