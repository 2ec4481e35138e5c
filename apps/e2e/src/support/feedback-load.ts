import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { FeedbackProject } from './feedback-project.js';
import { WriteLoad, type Acknowledged, type Write } from './write-load.js';

/** Size of a run. */
export interface Extent {
  /** Writes per second. */
  readonly perSecond: number;
  /** Acknowledged writes before the first fault and after each. */
  readonly between: number;
}

interface Listed {
  readonly id: string;
  readonly value?: number | boolean;
  readonly completion_id?: string;
  readonly session_id?: string;
  readonly preferred?: { completion_id: string };
  readonly other?: { completion_id: string };
}

/**
 * Causes one fault after the other under a steady load of feedback, outcomes and comparisons. Compares the stored rows
 * with the acknowledged ones.
 */
export async function loseNothing(
  faults: readonly (() => Promise<void>)[],
  { perSecond, between }: Extent,
): Promise<void> {
  const project = new FeedbackProject();
  await project.start();
  try {
    const scalar = await project.metric('scalar');
    const write = await feedbackWrites(project, scalar);
    const load = new WriteLoad({ key: project.apiKey, write, perSecond });
    try {
      await load.more(between);
      for (const fault of faults) {
        await fault();
        await load.more(between);
      }
    } finally {
      await load.stop();
    }
    expect(load.wrong).toEqual([]);
    await expectStored(project, load.acknowledged, scalar);
  } finally {
    await project.stop();
  }
}

/** Feedback, outcomes and comparisons in turn, with distinct values. */
export async function feedbackWrites(project: FeedbackProject, metric: string): Promise<(number: number) => Write> {
  const judged = await Promise.all(Array.from({ length: 8 }, () => project.completion('Hi')));
  return (number) => {
    const one = judged[number % 8] as (typeof judged)[number];
    const other = judged[(number + 1 + (number % 7)) % 8] as (typeof judged)[number];
    const user_id = number % 5 === 0 ? randomUUID() : null;
    const common = { project: project.key, metric, user_id };
    switch (number % 3) {
      case 0:
        return { path: 'feedback', body: { ...common, completion_id: one.completionId, value: number } };
      case 1:
        return { path: 'outcome', body: { ...common, session_id: one.sessionId, value: number } };
      default:
        return {
          path: 'comparison',
          body: { ...common, preferred_completion: one.completionId, other_completion: other.completionId },
        };
    }
  };
}

/** Compares the rows of a metric, and its summary, with the acknowledged writes. */
export async function expectStored(project: FeedbackProject, acknowledged: readonly Acknowledged[], metric: string) {
  const of = (path: string) => acknowledged.filter((write) => write.path === path);
  const [feedback, outcomes, comparisons] = [of('feedback'), of('outcome'), of('comparison')];
  const stored = {
    feedback: await project.all<Listed>('feedback', metric),
    outcomes: await project.all<Listed>('outcomes', metric),
    comparisons: await project.all<Listed>('comparisons', metric),
  };
  expect(rows(stored.feedback.map(({ id, completion_id, value }) => [id, completion_id, value]))).toEqual(
    rows(feedback.map(({ body, answer }) => [answer['feedback_id'], body['completion_id'], body['value']])),
  );
  expect(rows(stored.outcomes.map(({ id, session_id, value }) => [id, session_id, value]))).toEqual(
    rows(outcomes.map(({ body, answer }) => [answer['outcome_id'], body['session_id'], body['value']])),
  );
  expect(
    rows(stored.comparisons.map(({ id, preferred, other }) => [id, preferred?.completion_id, other?.completion_id])),
  ).toEqual(
    rows(
      comparisons.map(({ body, answer }) => [
        answer['comparison_id'],
        body['preferred_completion'],
        body['other_completion'],
      ]),
    ),
  );
  const values = [...feedback, ...outcomes].map(({ body }) => Number(body['value']));
  const { body } = await project.get(`metrics/${metric}/summary`);
  expect(body).toMatchObject({ count: values.length, comparisons: { wins: comparisons.length } });
  expect(body.mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 6);
}

/** Sorted. */
function rows(entries: readonly unknown[][]): string[] {
  return entries.map((entry) => JSON.stringify(entry)).sort();
}
