import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openView, startBrowser } from '../support/browser.js';
import { ago, projectWithInteractions, session, shows } from '../support/interaction-samples.js';

jest.setTimeout(120_000);

const project = `filters-${Date.now().toString(36)}`;
let browser: Browser;

beforeAll(async () => {
  await projectWithInteractions(project);
  browser = await startBrowser();
});
afterAll(() => browser?.close());

/** Chooses of a list of the filter form. */
async function choose(page: Page, label: RegExp, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const fill = (label: string, text: string) => (page: Page) =>
  page.getByRole('dialog').getByLabel(label, { exact: true }).fill(text);

interface FilterCase {
  readonly name: string;
  readonly set: (page: Page) => Promise<void>;
  readonly address: RegExp;
  /** First letters of the entries that match. */
  readonly finds: string;
}

const filters: readonly FilterCase[] = [
  { name: 'model', set: (page) => choose(page, /Model/, 'small'), address: /model=small/, finds: 'B' },
  {
    name: 'metric and value',
    set: async (page) => {
      await choose(page, /Metric/, 'score');
      await fill('Value from', '2')(page);
    },
    address: /metric=score&min=2/,
    finds: 'A',
  },
  { name: 'label', set: fill('Labels', 'team:support'), address: /label=/, finds: 'B' },
  { name: 'tag', set: fill('Tags', 'beta'), address: /tag=/, finds: 'A' },
  { name: 'user', set: fill('User', 'ada'), address: /user=ada/, finds: 'AC' },
  { name: 'session', set: fill('Session', session), address: new RegExp(`session_id=${session}`), finds: 'AB' },
  { name: 'time', set: fill('Time before', ago(10).slice(0, 16)), address: /created_before=/, finds: 'C' },
];

describe('filters of interactions', () => {
  it.each(filters)('narrows the list by $name, and the address says so', async ({ set, address, finds }) => {
    const { page, faults, close } = await openView(browser, `/${project}/interactions`);
    await shows(page, 'ABC');
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await set(page);
    await page.getByRole('button', { name: 'Apply' }).click();
    await shows(page, finds);
    expect(page.url()).toMatch(address);
    await page.reload();
    await shows(page, finds);
    await page.getByRole('button', { name: /^Remove the filter/ }).click();
    await shows(page, 'ABC');
    expect(faults).toEqual([]);
    await close();
  });

  it('finds words of the answer, from the keyboard alone', async () => {
    const { page, close } = await openView(browser, `/${project}/interactions`);
    await shows(page, 'ABC');
    await page.keyboard.press('/');
    await page.keyboard.type('warehouse');
    await page.keyboard.press('Enter');
    await shows(page, 'A');
    expect(page.url()).toMatch(/text=warehouse/);
    await close();
  });

  it('takes a time range of the bar, and says if nothing matches', async () => {
    const { page, close } = await openView(browser, `/${project}/interactions`);
    await page.getByRole('button', { name: /Time range/ }).click();
    await page.getByRole('option', { name: 'Last 24 hours' }).click();
    await shows(page, 'A');
    expect(page.url()).toMatch(/range=24h/);
    await page.goto(`/console/${project}/interactions?text=nowhere`);
    await page.getByRole('heading', { name: 'No interaction matches' }).waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await shows(page, 'ABC');
    await close();
  });

  it('says which filter of an address is wrong, and ignores what is none', async () => {
    const { page, close } = await openView(browser, `/${project}/interactions?metric=nope&value=1`);
    await page.getByRole('heading', { name: 'A filter is wrong' }).waitFor();
    await page.getByText(/^Metric: .*nope/).waitFor();
    await page.goto(`/console/${project}/interactions?value=1&session_id=nope`);
    await page.getByText('Session: Expected a uuid, got "nope".').waitFor();
    expect(await page.getByText('invalid_field').count()).toBe(0);
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await shows(page, 'ABC');
    await close();
  });
});
