import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { addModel, call, makeProject } from '../support/api.js';
import { openView, projectForViews, startBrowser } from '../support/browser.js';
import { ScriptedProvider } from '../support/provider.js';
import { stack } from '../support/stack.js';

jest.setTimeout(120_000);

const run = promisify(execFile);
const snippetTimeoutMs = 60_000;

/** The text beside the title of a chart. */
const figureOf = (page: Page, title: string) => page.getByRole('figure', { name: title }).locator('figcaption');

/** What is used of an element of the page. */
interface PageElement {
  readonly textContent: string | null;
  getBoundingClientRect(): { readonly left: number; readonly height: number };
  closest(selector: string): PageElement | null;
}
declare const getComputedStyle: (element: PageElement) => { readonly backgroundColor: string; readonly fill: string };
type Elements = readonly PageElement[];

/** Colours of the marks of a legend, each once. Runs in the page, like the next ones. */
const coloursOfMarks = (marks: Elements) => [...new Set(marks.map((mark) => getComputedStyle(mark).backgroundColor))];
/** Colours of the bars that can be seen, each once, without the surface that takes the pointer. */
const coloursOfBars = (bars: Elements) => {
  const visible = bars.filter((bar) => bar.getBoundingClientRect().height > 0);
  return [...new Set(visible.map((bar) => getComputedStyle(bar).fill))].filter((fill) => fill !== 'none');
};
/** Texts of the labels that begin left of their plot. */
const labelsBeyond = (labels: Elements) =>
  labels
    .filter((label) => {
      const plot = label.closest('div[aria-hidden]');
      return plot === null || label.getBoundingClientRect().left < plot.getBoundingClientRect().left;
    })
    .map(({ textContent }) => textContent);

describe('home of a new project', () => {
  const project = `home-${Date.now().toString(36)}`;
  let browser: Browser;

  beforeAll(async () => {
    await projectForViews(project);
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  it('shows first steps with a curl that works, and the figures as soon as it was answered', async () => {
    const { page, faults, close } = await openView(browser, `/${project}`);
    await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor();
    // Model and address of this installation are in every snippet.
    for (const language of ['Python', 'TypeScript', 'Anthropic', 'curl']) {
      await page.getByRole('tab', { name: language }).click();
      const text = await page.getByLabel(language, { exact: true }).locator('visible=true').last().textContent();
      expect(text).toContain(`${project}/large`);
      expect(text).toContain(stack().url);
    }
    const snippet = await page.locator('pre[aria-label="curl"]').textContent();
    const env = { ...process.env, EARSHOT_API_KEY: stack().adminKey };
    const { stdout } = await run('sh', ['-c', snippet ?? ''], { env, timeout: snippetTimeoutMs });
    expect(JSON.parse(stdout)).toMatchObject({ choices: [{ message: { content: expect.any(String) } }] });
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(await figureOf(page, 'Interactions').textContent()).toContain('1');
    expect(faults).toEqual([]);
    await close();
  });
});

describe('home of a project with traffic', () => {
  const provider = new ScriptedProvider();
  let project: { key: string; apiKey: string };
  let browser: Browser;

  const chat = () =>
    call('POST', '/api/v1/chat/completions', {
      key: project.apiKey,
      body: { model: `${project.key}/m`, messages: [{ role: 'user', content: 'Hello' }] },
    });

  beforeAll(async () => {
    project = await makeProject(['inference', 'read', 'feedback', 'manage']);
    await addModel(project, await provider.start());
    await call('POST', `/api/v1/projects/${project.key}/metrics`, { body: { key: 'helpful', kind: 'bool' } });
    const answered = await chat();
    await chat();
    provider.script = { words: [], refuse: { status: 400, body: { error: { message: 'no', code: 'bad' } } } };
    expect((await chat()).status).toBeGreaterThanOrEqual(400);
    provider.script = { words: ['Hello', ' again'] };
    const feedback = { project: project.key, completion_id: answered.body.choices[0]?.completion_id };
    const given = await call('POST', '/api/v1/feedback', { body: { ...feedback, metric: 'helpful', value: true } });
    expect(given.status).toBe(201);
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await provider.stop();
  });

  it('shows traffic, errors, times, tokens and feedback, and is accessible in light, dark, wide and narrow', async () => {
    const { page, faults, axeInEachLook, close } = await openView(browser, `/${project.key}`);
    await figureOf(page, 'Errors').getByText('1 (33.3%)').waitFor();
    await figureOf(page, 'Interactions').getByText('3', { exact: true }).waitFor();
    await figureOf(page, 'Time to first token')
      .getByText(/p50 \d+ ms, p95 \d+/)
      .waitFor();
    await figureOf(page, 'Tokens').getByText('20', { exact: true }).waitFor();
    await figureOf(page, 'Feedback').getByText('1', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Recent feedback' }).getByRole('link', { name: 'helpful' }).waitFor();
    await page.getByRole('region', { name: 'Models' }).getByRole('link', { name: 'm' }).waitFor();
    await page.getByRole('button', { name: 'Show Tokens as a table' }).click();
    expect(await page.getByRole('region', { name: 'Values of Tokens' }).textContent()).toContain('Prompt');
    expect(await axeInEachLook()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('draws each series of a chart in the colour of its legend, and no label beyond the edge of the plot', async () => {
    const { page, close } = await openView(browser, `/${project.key}`);
    const tokens = page.getByRole('figure', { name: 'Tokens' });
    await tokens.getByRole('listitem').first().waitFor();
    const legend = await tokens.locator('li span').evaluateAll(coloursOfMarks);
    await tokens.locator('svg rect').first().waitFor();
    expect(await tokens.locator('svg rect').evaluateAll(coloursOfBars)).toEqual(legend);
    const times = page.getByRole('figure', { name: 'Time to first token' });
    await times.locator('svg text').first().waitFor();
    expect(await times.locator('svg text').evaluateAll(labelsBeyond)).toEqual([]);
    await close();
  });

  it('lists the newest feedback and comparisons, as they arrive', async () => {
    const { page, close } = await openView(browser, `/${project.key}`);
    const entries = page.getByRole('region', { name: 'Recent feedback' }).getByRole('listitem');
    await entries.first().getByText('Yes').waitFor();
    const sides = await Promise.all([chat(), chat()]);
    const [preferred_completion, other_completion] = sides.map(({ body }) => body.choices[0]?.completion_id);
    const about = { project: project.key, metric: 'helpful' };
    for (let count = 0; count < 7; count += 1) {
      const user = randomUUID();
      const given = { ...about, completion_id: other_completion, user, value: false };
      expect((await call('POST', '/api/v1/feedback', { body: given })).status).toBe(201);
    }
    await entries.nth(5).getByText('No').waitFor();
    const compared = { ...about, preferred_completion, other_completion, tied: 'good' };
    expect((await call('POST', '/api/v1/comparison', { body: compared })).status).toBe(201);
    await entries.first().getByText('m and m: both good').waitFor();
    await close();
  });

  it('keeps range and interval in the address', async () => {
    const { page, close } = await openView(browser, `/${project.key}`);
    await page.getByRole('button', { name: /Time range/ }).click();
    await page.getByRole('option', { name: 'Last 7 days' }).click();
    await page.getByRole('button', { name: /Interval/ }).click();
    await page.getByRole('option', { name: 'By day' }).click();
    await page.waitForURL(/range=7d/);
    expect(new URL(page.url()).searchParams.get('interval')).toBe('day');
    await page.reload();
    await page.getByRole('button', { name: /By day/ }).waitFor();
    await close();
  });

  it('counts a new chat without a reload', async () => {
    const { page, close } = await openView(browser, `/${project.key}`);
    await page.getByRole('status', { name: 'Live updates' }).getByText('Live', { exact: true }).waitFor();
    const figure = figureOf(page, 'Interactions');
    await figure.getByText('5', { exact: true }).waitFor();
    await page.evaluate('window.isSamePage = true');
    await chat();
    await figure.getByText('6', { exact: true }).waitFor();
    expect(await page.evaluate('window.isSamePage')).toBe(true);
    await close();
  });

  it('shows that it reconnects to a rejected stream, and reads missed events', async () => {
    const { page, context, close } = await openView(browser, '/', {});
    let isRefused = true;
    await context.route('**/events', (route) =>
      isRefused ? route.fulfill({ status: 429, body: '{}' }) : route.continue(),
    );
    await page.goto(`/console/${project.key}`);
    const state = page.getByRole('status', { name: 'Live updates' });
    await state.getByText('Reconnecting').waitFor();
    await figureOf(page, 'Interactions').getByText('6', { exact: true }).waitFor();
    await chat();
    isRefused = false;
    await state.getByText('Live', { exact: true }).waitFor({ timeout: 60_000 });
    await figureOf(page, 'Interactions').getByText('7', { exact: true }).waitFor();
    await close();
  });
});
