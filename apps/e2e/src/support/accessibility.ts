import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** The rules of axe that read colours. A theme changes nothing else. */
const colourRules = ['color-contrast', 'link-in-text-block'];

interface Look {
  readonly theme: 'light' | 'dark';
  readonly width: number;
  /** Default: all. */
  readonly rules?: readonly string[];
}

/** What is read of https://www.deque.com/axe/core-documentation/api-documentation/#results-object. */
interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly target: string[] }[] }[];
}

/** In this order, each differs from the one before in one thing. */
const looks: readonly Look[] = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 1280, rules: colourRules },
  { theme: 'dark', width: 390 },
  { theme: 'light', width: 390, rules: colourRules },
];

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Findings of axe of any impact, as `rule: elements`. The package of axe for Playwright takes several times as long: it
 * loads axe and opens a second page for each run.
 *
 * @param rules default: all
 */
export async function findingsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource);
  // The console has no media, and no style sheets of other origins, that axe would load.
  const options = { resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** The same in light, dark, wide and narrow, with content and dialogs that are wider than the page. */
export async function findingsInEachLook(page: Page): Promise<string[]> {
  const found: string[] = [];
  const before = page.viewportSize();
  const height = before?.height ?? 800;
  for (const { theme, width, rules } of looks) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height });
    await drawn(page);
    const wide = await page
      .locator('main, [role=dialog], aside [role=region]')
      .evaluateAll((parts) =>
        parts.filter((part) => part.scrollWidth > part.clientWidth).map(({ tagName }) => `${tagName} is too wide`),
      );
    found.push(...[...(await findingsOf(page, rules)), ...wide].map((what) => `${theme} ${width}: ${what}`));
  }
  await page.emulateMedia({ colorScheme: null });
  if (before !== null) await page.setViewportSize(before);
  return found;
}

/** Waits until observers of sizes have run, and what they changed is on screen. */
function drawn(page: Page): Promise<unknown> {
  return page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

/** Waits until a view has its title and nothing loads. An event stream never lets the network become idle. */
export async function isLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor();
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
}
