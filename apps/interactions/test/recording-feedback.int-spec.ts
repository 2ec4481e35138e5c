import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  comparisonRecorded,
  comparisonRemoved,
  feedbackRecorded,
  feedbackRemoved,
  type ComparisonRecorded,
  type FeedbackRecorded,
} from '@earshot/contracts-feedback';
import { interactionImported, interactionRecorded, listInteractionFeedback } from '@earshot/contracts-interactions';
import { until } from '@earshot/messaging/testing';
import { feedbackOn, served } from './fixtures.js';
import { InteractionsSuite } from './interactions-suite.js';

const suite = new InteractionsSuite(2);
const { app, read } = suite;

describe('compared texts', () => {
  it('are stored as interactions once and published', async () => {
    const text = (completion: string) => ({
      completion_id: randomUUID(),
      session_id: randomUUID(),
      project_id: suite.project.id,
      model_id: randomUUID(),
      model: `${suite.project.key}/large`,
      user: null,
      prompt_hash: '0'.repeat(64),
      messages: [{ role: 'user', content: 'Which?' }],
      completion,
      created_at: new Date().toISOString(),
    });
    const interactions = [text('this'), text('that')] as const;
    const [a, b] = interactions;
    const compared = (one: typeof a) => ({ completion_id: one.completion_id, model: one.model });
    const event = {
      id: randomUUID(),
      project_id: suite.project.id,
      metric_id: randomUUID(),
      metric: 'better',
      preferred: compared(a),
      other: compared(b),
      tied: null,
      user_id: null,
      created_at: a.created_at,
      interactions: [...interactions],
    };
    await app.publish(comparisonRecorded, event);
    await app.publish(comparisonRecorded, event);
    expect(await read(a.completion_id)).toMatchObject({ source: 'comparison', completion: 'this' });
    expect(await read(b.completion_id)).toMatchObject({ source: 'comparison', completion: 'that' });
    const told = await until(() => {
      const found = app.published(interactionImported).filter(({ source }) => source === 'comparison');
      return found.length >= 2 ? found : undefined;
    });
    expect(told.map(({ completion_id }) => completion_id).sort()).toEqual(
      interactions.map(({ completion_id }) => completion_id).sort(),
    );
  });
});

describe('feedback on a completion', () => {
  it('can be read as soon as it is acknowledged, oldest first, page by page', async () => {
    const metric_id = randomUUID();
    const event = served(suite.project);
    const completion_id = event.completions[0]?.completion_id as string;
    const values = Array.from({ length: 5 }, (_, index) =>
      feedbackOn(suite.project, {
        completion_id,
        metric_id,
        value: index,
        created_at: `2026-01-0${index + 1}T00:00:00.000Z`,
      }),
    );
    await Promise.all(values.map((value) => app.publish(feedbackRecorded, value)));
    await app.publish(interactionRecorded, event);
    const page = (cursor: string | null) =>
      app.send(listInteractionFeedback, { project_id: suite.project.id, completion_id, limit: 3, cursor });
    const first = await page(null);
    const second = await page(first.next_cursor);
    expect([...first.data, ...second.data].map(({ value }) => value)).toEqual([0, 1, 2, 3, 4]);
    expect(second.next_cursor).toBeNull();
  });
});

describe('removed feedback and comparisons', () => {
  it('are deleted, and late events do not restore them', async () => {
    const event = served(suite.project);
    const completion_id = event.completions[0]?.completion_id as string;
    const metric_id = randomUUID();
    const values = [1, 2, 3].map((value) => feedbackOn(suite.project, { completion_id, metric_id, value }));
    const [before, after, stays] = values as [FeedbackRecorded, FeedbackRecorded, FeedbackRecorded];
    const removed = ({ id }: { id: string }) => ({
      ...{ id, metric_id, project_id: suite.project.id, removed_at: new Date().toISOString() },
    });
    await app.publish(interactionRecorded, event);
    await app.publish(feedbackRemoved, removed(before));
    for (const value of values) await app.publish(feedbackRecorded, value);
    await app.publish(feedbackRemoved, removed(after));
    const page = { project_id: suite.project.id, completion_id, limit: 10, cursor: null };
    const { data } = await app.send(listInteractionFeedback, page);
    expect(data.map(({ id }) => id)).toEqual([stays.id]);
  });

  it('of comparisons leave no preference for exports', async () => {
    const compared = () => ({ completion_id: randomUUID(), model: null });
    const comparison = (): ComparisonRecorded => ({
      ...{ id: randomUUID(), project_id: suite.project.id, metric_id: randomUUID(), metric: 'better' },
      ...{ preferred: compared(), other: compared(), tied: null, user_id: null },
      ...{ created_at: new Date().toISOString(), interactions: [] },
    });
    const [gone, stays] = [comparison(), comparison()];
    for (const one of [gone, stays]) await app.publish(comparisonRecorded, one);
    const { id, metric_id, project_id } = gone;
    await app.publish(comparisonRemoved, { id, metric_id, project_id, removed_at: new Date().toISOString() });
    await app.publish(comparisonRecorded, gone);
    const event = served(suite.project);
    await app.publish(interactionRecorded, event);
    // Waits for all events that were acknowledged before.
    const completion_id = event.completions[0]?.completion_id as string;
    await app.send(listInteractionFeedback, { project_id, completion_id, limit: 1, cursor: null });
    const ids = [gone.id, stays.id];
    const rows = await app.dataSource.query('select id from preferences where id = any($1::uuid[])', [ids]);
    expect(rows).toEqual([{ id: stays.id }]);
  });
});
