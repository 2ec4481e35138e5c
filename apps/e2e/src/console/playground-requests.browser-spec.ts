import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { call } from '../support/api.js';
import { openView, startBrowser } from '../support/browser.js';
import { CallingProvider } from '../support/calling-provider.js';
import { answer, ask, attach, png, receipt } from '../support/playground-page.js';
import { PlaygroundProject } from '../support/playground-project.js';
import { ScriptedProvider } from '../support/provider.js';
import { recordedWithinMs } from '../support/records.js';
import { until } from '../support/until.js';

jest.setTimeout(120_000);

const project = new PlaygroundProject();
const seeing = new ScriptedProvider();
const calling = new CallingProvider();
let browser: Browser;

beforeAll(async () => {
  await project.start();
  const baseUrl = await seeing.start();
  await project.model('seeing', baseUrl, ['chat', 'images']);
  await calling.start();
  await project.model('calling', `${calling.origin}/v1`, ['chat', 'tools']);
  await project.created('tools', {
    key: 'weather',
    description: 'The weather of a place now.',
    parameters: { type: 'object', properties: { place: { type: 'string' } } },
    ...{ kind: 'http', url: `${calling.origin}/tool`, method: 'GET' },
  });
  browser = await startBrowser();
});
beforeEach(() => project.answerAt());
afterAll(async () => {
  await browser?.close();
  await project.stop();
  await seeing.stop();
  await calling.stop();
});

const open = (search: string) => openView(browser, `/${project.key}/playground?${search}`);

describe('an image', () => {
  it('is attached, shown before and after it is sent, and reaches the model', async () => {
    seeing.script = { words: ['One', ' dot.'] };
    const { page, axe, faults, close } = await open('models=seeing');
    await attach(page, 'dot.png', 'image/png', png);
    await page.getByRole('img', { name: 'dot.png' }).waitFor();
    expect(await axe()).toEqual([]);
    await ask(page, 'What is it?');
    await answer(page).getByText('One dot.').waitFor();
    const shown = page.getByRole('article', { name: 'Turn 1' }).getByRole('img');
    expect(await shown.evaluate((image: unknown) => (image as { naturalWidth: number }).naturalWidth)).toBe(1);
    expect(JSON.stringify(seeing.requests.at(-1))).toContain(`data:image/png;base64,${png.toString('base64')}`);
    expect(await page.getByRole('button', { name: 'Remove dot.png' }).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('of another type is refused at once, and one that is damaged by the answer, each with the reason', async () => {
    const { page, close } = await open('models=seeing');
    await attach(page, 'notes.txt', 'text/plain', Buffer.from('notes'));
    await page.getByRole('alert').getByText('notes.txt must be a PNG, JPEG, WebP or GIF image.').waitFor();
    await attach(page, 'damaged.png', 'image/png', Buffer.from('no image'));
    await page.getByRole('img', { name: 'damaged.png' }).waitFor({ state: 'attached' });
    await ask(page, 'What is it?');
    const refusal = answer(page).getByRole('alert');
    await refusal.getByText('image').first().waitFor();
    await refusal.getByText('invalid_field').waitFor();
    await close();
  });

  it('cannot be attached for a model that reads none, which says so beside one that does', async () => {
    seeing.script = { words: ['One', ' dot.'] };
    const alone = await open('models=large');
    await alone.page.getByLabel('Message', { exact: true }).waitFor();
    expect(await alone.page.getByRole('button', { name: 'Attach images' }).count()).toBe(0);
    await alone.close();
    const { page, close } = await open('models=seeing,large&blind=false');
    await attach(page, 'dot.png', 'image/png', png);
    await page.getByText('large takes no images.').waitFor();
    await ask(page, 'What is it?');
    await answer(page, 'A').getByText('One dot.').waitFor();
    await answer(page, 'B').getByRole('alert').getByText('image').first().waitFor();
    await close();
  });
});

describe('a tool', () => {
  it('is offered, and its call is shown with arguments and with the result that the model got', async () => {
    const { page, axe, faults, close } = await open('models=calling');
    await page.getByRole('button', { name: /^Settings/ }).click();
    await page.getByRole('complementary', { name: 'Settings' }).getByText('Offer tools').click();
    await ask(page, 'How is the weather in Rome?');
    await answer(page).getByText('It is sunny.').waitFor();
    await answer(page).getByText('Called weather in round 1').click();
    expect(await answer(page).getByLabel('Arguments', { exact: true }).innerText()).toBe('{"place":"Rome"}');
    expect(await answer(page).getByLabel('Result', { exact: true }).innerText()).toBe('sunny');
    expect(calling.toolCalls.at(-1)).toMatchObject({ url: '/tool?place=Rome' });
    expect(calling.requests.at(-1)?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'sunny' });
    expect(await axe()).toEqual([]);
    // The record, which has the calls, may be there a moment after the answer.
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
    await close();
  });
});

describe('one answer', () => {
  const record = async (completion: string) =>
    call('GET', `/api/v1/projects/${project.key}/interactions/${completion}`);

  it('is stopped while it streams; what arrived is recorded, and judged afterwards', async () => {
    const metric = await project.metric();
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    project.answerAt(gate);
    const { page, faults, close } = await open(`models=large&metric=${metric}`);
    await ask(page, 'Tell me more');
    await answer(page).getByText('Alpha begins').waitFor();
    const { abandoned } = project.large;
    await page.getByRole('button', { name: 'Stop' }).click();
    await answer(page).getByText('Stopped').waitFor();
    await until(() => project.large.abandoned > abandoned, recordedWithinMs);
    openGate();
    const link = answer(page).getByRole('link', { name: 'Open the interaction' });
    const completion = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
    await until(async () => (await record(completion)).status === 200, recordedWithinMs);
    expect((await record(completion)).body).toMatchObject({ completion: 'Alpha begins', finish_reason: 'cancelled' });
    await page.getByRole('button', { name: 'No', exact: true }).click();
    await receipt(page).getByText(`Stored as feedback under ${metric}.`).waitFor();
    expect(await project.rated(metric)).toEqual([false]);
    await link.click();
    await page.getByRole('article', { name: 'Answer' }).getByText('Alpha begins').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('gets a thumb while it streams, which is undone and changed after its end', async () => {
    const metric = await project.metric();
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    project.answerAt(gate);
    const { page, axeInEachLook, faults, close } = await open(`models=large&metric=${metric}`);
    await ask(page, 'Is it true?');
    await answer(page).getByText('Alpha begins').waitFor();
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await receipt(page).getByText(`Stored as feedback under ${metric}.`).waitFor();
    expect(await project.rated(metric)).toEqual([true]);
    await answer(page).getByText('Streaming').waitFor();
    openGate();
    await answer(page).getByText('Alpha begins and ends.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('group', { name: `Judge by ${metric}` }).waitFor();
    expect(await project.rated(metric)).toEqual([]);
    await page.keyboard.press('0');
    await receipt(page).getByText('You rated the answer no.').waitFor();
    await receipt(page).getByText(`Stored as feedback under ${metric}.`).waitFor();
    expect(await project.rated(metric)).toEqual([false]);
    expect(await axeInEachLook()).toEqual([]);
    await page.keyboard.press('u');
    await page.getByRole('group', { name: `Judge by ${metric}` }).waitFor();
    expect(await project.rated(metric)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
