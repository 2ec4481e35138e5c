import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { call, uniqueKey } from '../support/api.js';
import { openView, startBrowser, type View } from '../support/browser.js';
import { FailingApi } from '../support/failing-api.js';
import { filledProject } from '../support/filled-project.js';

jest.setTimeout(120_000);

const project = uniqueKey('writes');

interface FailingForm {
  readonly path: (completion: string) => string;
  readonly open?: (page: Page) => Promise<void>;
  /** Texts by the labels of their fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** Chooses what no text field has. */
  readonly choose?: (page: Page) => Promise<void>;
  readonly submit: string;
  /** What is shown when it was stored. */
  readonly stored: (page: Page) => Locator;
}

const at = (path: string) => () => `/${project}${path}`;
const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first();

const forms: Readonly<Record<string, FailingForm>> = {
  'a campaign': {
    path: at('/campaigns?new=true'),
    fields: { Key: 'by-form' },
    submit: 'Start campaign',
    stored: (page) => page.getByRole('heading', { level: 1, name: 'by-form' }),
  },
  'a metric': {
    path: at('/metrics?new=true'),
    fields: { Key: 'stars', Description: 'One to five' },
    submit: 'Create metric',
    stored: text('Created the metric stars.'),
  },
  'a prompt': {
    path: at('/models?tab=prompts&prompt=large'),
    fields: { 'System prompt of large': 'You are {{ name }}.' },
    submit: 'Save',
    stored: text('Saved the system prompt of large.'),
  },
  'a tool': {
    path: at('/models?tab=tools&new=true'),
    fields: { Key: 'time', Description: 'The time of a place.', URL: 'http://127.0.0.1:9/time' },
    submit: 'Create tool',
    stored: text('Created the tool time.'),
  },
  'a model': {
    path: at('/models?new=true'),
    fields: { Key: 'other', 'Base URL': 'http://127.0.0.1:9/v1', 'Model at the provider': 'm' },
    submit: 'Create model',
    stored: text('Created the model other.'),
  },
  'a key': {
    path: at('/keys?new=true'),
    fields: { Name: 'web shop' },
    submit: 'Create key',
    stored: (page) => page.getByRole('button', { name: 'I have stored the key' }),
  },
  'a queue': {
    path: at('/review?new=true'),
    fields: { Key: 'by-form' },
    choose: async (page) => {
      await page.getByRole('button', { name: 'Metric' }).click();
      await page.getByRole('option', { name: 'Helpful' }).click();
      await page.getByText('Nowhere', { exact: true }).click();
    },
    submit: 'Create queue',
    stored: text('Created the queue by-form.'),
  },
  'a dataset': {
    path: at('/datasets?build=true'),
    fields: { Key: 'by-form' },
    submit: 'Build the dataset',
    stored: (page) => page.getByRole('row', { name: 'by-form' }),
  },
  'the reason of a rating': {
    path: (completion) => `/${project}/interactions/${completion}`,
    fields: { Details: 'It names the place.' },
    submit: 'Yes',
    stored: text('Recorded helpful: yes.'),
  },
  settings: {
    path: at('/settings'),
    fields: { Name: 'Support', 'System prompt': 'You help.' },
    submit: 'Save',
    stored: text('Saved the settings.'),
  },
  'a project': {
    path: at('/settings'),
    open: (page) => page.getByRole('button', { name: 'New project' }).click(),
    fields: { Key: `${project}-new` },
    submit: 'Create project',
    stored: text(`Created the project ${project}-new.`),
  },
};

describe('a write that fails', () => {
  let browser: Browser;
  let view: View;
  let api: FailingApi;
  let completion: string;

  beforeAll(async () => {
    completion = await filledProject(project);
    // Another one may have its models then.
    await call('PATCH', `/api/v1/projects/${project}/ab_campaigns/trial`, { body: { status: 'cancelled' } });
    browser = await startBrowser();
    view = await openView(browser, `/${project}/settings`);
    api = await FailingApi.before(view.page);
  });
  afterAll(() => browser?.close());

  it.each(Object.entries(forms))('says why, keeps what was typed, and is stored once later: %s', async (_, form) => {
    const { page } = view;
    await api.fail(null);
    await page.goto(`/console${form.path(completion)}`);
    await form.open?.(page);
    // The dialog, if there is one, over the fields of the view.
    const dialog = page.getByRole('dialog');
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    for (const [label, value] of Object.entries(form.fields)) await field(label).fill(value);
    await form.choose?.(page);
    const submit = (await dialog.count()) > 0 ? dialog : page.getByRole('main');
    const press = () => submit.getByRole('button', { name: form.submit, exact: true }).click();
    const typed = async () => {
      const values = Object.keys(form.fields).map(async (label) => [label, await field(label).inputValue()] as const);
      return Object.fromEntries(await Promise.all(values));
    };
    api.writes.length = 0;
    for (const failure of ['offline', 'busy'] as const) {
      await api.fail(failure, 'writes');
      await press();
      await api.isShown(failure);
      expect(await typed()).toEqual(form.fields);
    }
    await api.fail(null);
    await press();
    await form.stored(page).waitFor();
    expect(api.writes.length).toBeGreaterThan(2);
    expect(new Set(api.writes).size).toBe(1);
    expect(api.writes[0]).toBeDefined();
  });

  it('keeps a message of the playground in its turn, where it is sent again', async () => {
    const { page } = view;
    await api.fail(null);
    await page.goto(`/console/${project}/playground?models=small`);
    const message = page.getByLabel('Message', { exact: true });
    await message.fill('What is Earshot?');
    await api.fail('offline', 'writes');
    await page.keyboard.press('Enter');
    await api.isShown('offline');
    await page.getByRole('article', { name: 'Turn 1' }).getByText('What is Earshot?').waitFor();
    await api.fail(null);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('button', { name: 'Copy the answer' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
