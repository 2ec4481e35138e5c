import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openView, startBrowser } from '../support/browser.js';
import { areReady, isBack, killHard } from '../support/processes.js';
import { everythingSaved, nextItem } from '../support/review-page.js';
import { pairsOf, ReviewProject, type ListedComparison } from '../support/review-project.js';

// Killed processes take up to a minute to be back.
jest.setTimeout(300_000);

const pairCount = 20;
const keys = ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'] as const;
const ties = { ArrowLeft: null, ArrowUp: 'good', ArrowRight: null, ArrowDown: 'bad' } as const;

describe('reviewing in the console, while processes are killed', () => {
  const project = new ReviewProject();
  let browser: Browser;

  beforeAll(async () => {
    await project.start();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    // What comes next is about an installation that is well.
    await areReady();
    await project.stop();
  });

  it('stores 20 pairs that are judged by keys exactly once, while gateway and feedback are killed', async () => {
    const metric = await project.metric('bool');
    const answered = await project.answered(pairCount);
    const queue = await project.queue('compare', metric, pairsOf(answered));
    const idOf = new Map(answered.flatMap(({ completions }) => [...completions]));
    const { page, faults, close } = await openView(browser, `/${project.key}/review/${queue}`);
    const expected = new Set<string>();
    const killed: Promise<void>[] = [];
    let shown = await nextItem(page, null);
    for (let count = 0; shown !== null; count += 1) {
      const key = keys[count % keys.length] as (typeof keys)[number];
      const [left, right] = shown.answers.map((text) => idOf.get(text) as string) as [string, string];
      expected.add(expectedOf(key, left, right));
      await page.keyboard.press(key);
      if (count === 6) killed.push(isBack('gateway-0', killHard('gateway-0')));
      if (count === 12) killed.push(isBack('feedback-0', killHard('feedback-0')));
      shown = await nextItem(page, shown.prompt);
    }
    await everythingSaved(page);
    await Promise.all(killed);
    const stored = await project.listed<ListedComparison>('comparisons', metric);
    expect(stored).toHaveLength(pairCount);
    expect(new Set(stored.map(storedAs))).toEqual(expected);
    expect(faults.filter((fault) => !fault.includes('Failed to load resource'))).toEqual([]);
    await close();
  });
});

function expectedOf(key: (typeof keys)[number], left: string, right: string): string {
  const [preferred, other] = key === 'ArrowRight' ? [right, left] : [left, right];
  return asText(preferred, other, ties[key]);
}

function storedAs({ preferred, other, tied }: ListedComparison): string {
  return asText(preferred.completion_id, other.completion_id, tied);
}

/** A decision as a text; the sides of a tie have no order. */
function asText(preferred: string, other: string, tied: ListedComparison['tied']): string {
  const sides = [preferred, other];
  return JSON.stringify([tied, ...(tied === null ? sides : sides.toSorted())]);
}
