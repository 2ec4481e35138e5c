import { expect } from '@jest/globals';
import { ChatLoad, type Outcome } from './chat-load.js';
import { expectStored, feedbackWrites } from './feedback-load.js';
import type { FeedbackProject } from './feedback-project.js';
import { discrepancies } from './records.js';
import { WriteLoad } from './write-load.js';

/** What a change cost its callers. */
export interface Toll {
  readonly chats: number;
  /** Chats that were rejected with 503, or cut off with an error. */
  readonly interrupted: Outcome[];
  readonly writes: number;
  /** What led to each repetition of a write. */
  readonly retries: string[];
  /** The slowest chat that was answered. */
  readonly slowestMs: number;
  /** Of each step, until some more chats and writes were answered. */
  readonly stepsMs: number[];
}

const words = Array.from({ length: 10 }, (_, index) => ` word${index}`);

/**
 * Carries out steps under a steady load of chats and feedback, which goes on after each of them. Expects that every
 * answer is right, and that everything acknowledged is stored exactly once.
 */
export async function underLoad(project: FeedbackProject, steps: readonly (() => Promise<void>)[]): Promise<Toll> {
  project.provider.script = { words, delayMs: 20 };
  const metric = await project.metric('scalar');
  const write = await feedbackWrites(project, metric);
  const chats = new ChatLoad(
    { key: project.apiKey, model: project.key, answer: words.join('') },
    { whole: 4, streams: 2 },
  );
  const writes = new WriteLoad({ key: project.apiKey, write, perSecond: 20 });
  const stepsMs: number[] = [];
  try {
    await chats.answersMore(10);
    for (const step of steps) {
      const startedAt = Date.now();
      await step();
      await Promise.all([chats.answersMore(4), writes.more(20)]);
      stepsMs.push(Date.now() - startedAt);
    }
  } finally {
    await writes.stop();
    await chats.stop();
  }
  expect(writes.wrong).toEqual([]);
  expect(chats.outcomes.filter(({ ending }) => ending === 'wrong')).toEqual([]);
  await expectStored(project, writes.acknowledged, metric);
  expect(await discrepancies(project.key, chats.outcomes)).toEqual({ lost: [], doubled: [] });
  return {
    chats: chats.outcomes.length,
    interrupted: chats.outcomes.filter(({ ending }) => ending !== 'answered'),
    writes: writes.acknowledged.length,
    retries: writes.retries,
    slowestMs: Math.max(...chats.outcomes.filter(({ ending }) => ending === 'answered').map(({ tookMs }) => tookMs)),
    stepsMs,
  };
}

/** Returns what a fault cost, for people. */
export function tollOf(fault: string, { chats, interrupted, writes, retries, slowestMs, stepsMs }: Toll): string {
  const codes = interrupted.map(({ seen = '' }) => /"code":"(\w+)"/.exec(seen)?.[1] ?? 'no code');
  const errors = codes.length === 0 ? '' : ` (${codes.join(', ')})`;
  return (
    `${fault}: ${interrupted.length} of ${chats} chats interrupted${errors}, ` +
    `the slowest took ${slowestMs} ms, ` +
    `${retries.length} repetitions of ${writes} writes, steps of ${stepsMs.join(', ')} ms`
  );
}
