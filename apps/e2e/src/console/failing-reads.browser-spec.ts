import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { uniqueKey } from '../support/api.js';
import { openView, startBrowser, type View } from '../support/browser.js';
import { FailingApi, type Failure } from '../support/failing-api.js';
import { filledProject } from '../support/filled-project.js';
import { session } from '../support/interaction-samples.js';

jest.setTimeout(120_000);

const project = uniqueKey('reads');

interface FailingView {
  readonly path: (completion: string) => string;
  /** What it shows when it could be read. */
  readonly content: (page: Page) => Locator;
}

const at = (path: string) => () => `/${project}${path}`;
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name });
const text = (words: string) => (page: Page) => page.getByText(words, { exact: true }).first();

const views: Readonly<Record<string, FailingView>> = {
  projects: { path: () => '/', content: (page) => page.getByRole('link', { name: project, exact: true }) },
  home: { path: at(''), content: (page) => page.getByRole('figure', { name: 'Interactions' }) },
  playground: { path: at('/playground'), content: heading('Ask 2 models the same') },
  interactions: { path: at('/interactions'), content: (page) => page.getByText('Alpha:').first() },
  'an interaction': {
    path: (completion) => `/${project}/interactions/${completion}`,
    content: (page) => page.getByRole('article', { name: 'Answer' }),
  },
  'a session': { path: at(`/sessions/${session}`), content: text('Where is my refund?') },
  review: { path: at('/review'), content: text('Weekly review') },
  'a queue': { path: at('/review/weekly'), content: heading('Nothing to review yet') },
  'a new queue': { path: at('/review?new=true'), content: (page) => page.getByRole('button', { name: 'Metric' }) },
  campaigns: { path: at('/campaigns'), content: text('trial') },
  'a campaign': { path: at('/campaigns/trial'), content: (page) => page.getByRole('region', { name: 'Result' }) },
  'a new campaign': { path: at('/campaigns?new=true'), content: (page) => page.getByLabel('Key', { exact: true }) },
  datasets: { path: at('/datasets'), content: heading('No datasets yet') },
  models: { path: at('/models'), content: text('large') },
  tools: { path: at('/models?tab=tools'), content: text('weather') },
  prompts: { path: at('/models?tab=prompts'), content: (page) => page.getByLabel('System prompt of large') },
  metrics: { path: at('/metrics'), content: text('Helpful') },
  keys: { path: at('/keys'), content: heading('No keys of this project yet') },
  'keys of the installation': {
    path: at('/keys?scope=installation'),
    content: (page) => page.getByText('EARSHOT_ADMIN_KEY is not listed.'),
  },
  audit: { path: at('/audit'), content: (page) => page.getByRole('row').nth(1) },
  settings: { path: at('/settings'), content: (page) => page.getByLabel('Name', { exact: true }) },
};

describe('a view that cannot be read', () => {
  let browser: Browser;
  let view: View;
  let api: FailingApi;
  let completion: string;

  beforeAll(async () => {
    completion = await filledProject(project);
    browser = await startBrowser();
    view = await openView(browser, `/${project}/settings`);
    api = await FailingApi.before(view.page);
  });
  afterAll(() => browser?.close());

  /** Presses every button that offers to try again. Back online, some views have tried already. */
  const retry = async () => {
    const buttons = view.page.getByRole('button', { name: 'Retry' });
    await buttons.evaluateAll((all) => all.forEach((button) => (button as unknown as { click(): void }).click()));
  };
  const failsAgain = async (failure: Failure) => {
    await api.fail(failure);
    await retry();
  };

  it.each(Object.entries(views))('says why, shows that it loads, and is whole after a retry: %s', async (_, shown) => {
    const { page, axe } = view;
    await api.fail('error');
    await page.goto(`/console${shown.path(completion)}`);
    await api.isShown('error');
    expect(await axe()).toEqual([]);
    await failsAgain('busy');
    await api.isShown('busy');
    await failsAgain('offline');
    await api.isShown('offline');
    await failsAgain('silent');
    await page
      .getByRole('status', { name: /loading/i })
      .first()
      .waitFor();
    await api.isShown('silent');
    await api.recovers(shown.content(page), retry);
    await page.getByRole('alert').first().waitFor({ state: 'detached' });
  });

  it('is shown after a retry when the session could not be read', async () => {
    const { page, axe } = view;
    let isBroken = true;
    await page.route('**/api/v1/sessions', (route) =>
      isBroken ? route.fulfill({ status: 503, json: { error: { message: 'No session now.' } } }) : route.continue(),
    );
    await api.fail(null);
    await page.goto(`/console/${project}/settings`);
    const note = page.getByRole('alert').getByText('No session now.');
    for (let count = 0; count < 100 && !(await note.isVisible()); count += 1) await page.clock.fastForward(3_000);
    await note.waitFor();
    expect(await axe()).toEqual([]);
    isBroken = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  });
});
