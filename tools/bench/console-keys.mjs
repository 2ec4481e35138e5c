import { openBrowser } from '../console-shots/browser.mjs';
import { percentile } from './statistics.mjs';

/** Keys per figure. */
const keys = 100;
/** Pause between two keys, ms: with an open entry, some come before it has changed and some after. */
const pausesMs = { closed: [40], open: [40, 40, 250] };
/** The browser reports events from this time on; shorter ones count as this. */
const leastMs = 16;

/** Runs in the page: collects the times from a key to the next paint, in ms. */
const observe = `window.keyTimes = [];
new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries()) if (name === 'keydown') window.keyTimes.push(duration);
}).observe({ type: 'event', durationThreshold: ${leastMs} });`;

/**
 * Presses `j` in the table of interactions, with and without an open entry beside it.
 *
 * @param {{ url: string, key: string, project: string }} options
 * @returns {Promise<{ name: string, p50Ms: number, p95Ms: number, maxMs: number }[]>} From the key to the paint.
 */
export async function keyTimes({ url, key, project }) {
  const browser = await openBrowser();
  try {
    const context = await browser.open({ url, key, theme: 'light', width: 1280, height: 800 });
    const page = await context.view(`/${project}/interactions`);
    await page.getByRole('gridcell').first().waitFor();
    await page.evaluate(observe);
    const closed = await pressed(page, pausesMs.closed);
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: 'Answer' }).waitFor();
    const open = await pressed(page, pausesMs.open);
    return [
      { name: 'key j', ...closed },
      { name: 'key j, an entry open', ...open },
    ];
  } finally {
    await browser.close();
  }
}

async function pressed(page, pauses) {
  await page.evaluate('window.keyTimes.length = 0');
  for (let count = 0; count < keys; count += 1) {
    await page.keyboard.press('j');
    await page.waitForTimeout(pauses[count % pauses.length]);
  }
  const reported = await page.evaluate('window.keyTimes');
  const times = [...reported, ...Array(Math.max(0, keys - reported.length)).fill(leastMs)];
  times.sort((one, other) => one - other);
  return { p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95), maxMs: times.at(-1) };
}
