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
import {
  interactionImported,
  interactionRecorded,
  listInteractionFeedback,
  listInteractions,
  type InteractionRecorded,
} from '@earshot/contracts-interactions';
import { eventually } from './eventually.js';
import { everything, feedbackOn, served } from './fixtures.js';
import { InteractionsSuite } from './interactions-suite.js';

const suite = new InteractionsSuite(2);
const { app, read } = suite;

const list = (filter: Partial<typeof everything>) =>
  app.send(listInteractions, {
    project_id: suite.project.id,
    limit: 100,
    cursor: null,
    filter: { ...everything, ...filter },
  });
const rowsOf = async (completionId: string): Promise<number> => {
  const [row] = await app.dataSource.query('select count(*)::int as n from interactions where completion_id = $1', [
    completionId,
  ]);
  return (row as { n: number }).n;
};

describe('a served answer', () => {
  it('can be read from every process, unchanged, as soon as it is acknowledged', async () => {
    const event = served(suite.project, { labels: { channel: 'web' }, tags: ['trial'], user: randomUUID() });
    await app.publish(interactionRecorded, event);
    const completion_id = event.completions[0]?.completion_id as string;
    expect(await read(completion_id)).toEqual({
      completion_id,
      session_id: event.session_id,
      project_id: suite.project.id,
      model_id: event.model_id,
      model: event.model,
      source: 'served',
      user: event.user,
      created_at: event.created_at,
      messages: event.messages,
      conversation: null,
      system_prompt: 'Be brief.',
      completion: 'Hi',
      answers: null,
      finish_reason: 'stop',
      parameters: event.parameters,
      usage: event.usage,
      timings: event.timings,
      labels: { channel: 'web' },
      tags: ['trial'],
      ab_campaign: null,
      propensity: null,
      error: null,
    });
  });

  it('has a row for each of its completions, with its campaign and its finish reason', async () => {
    const completions = ['stop', 'cancelled', 'error'].map((finish_reason, index) => ({
      completion_id: randomUUID(),
      index,
      text: `text ${index}`,
      finish_reason: finish_reason as 'stop',
    }));
    const error = { code: 'upstream_error', message: 'Bad.' };
    await app.publish(
      interactionRecorded,
      served(suite.project, { completions, ab_campaign: 'spring', propensity: 0.25, error }),
    );
    for (const { completion_id, text, finish_reason } of completions) {
      const shown = { completion: text, finish_reason, ab_campaign: 'spring', propensity: 0.25, error };
      expect(await read(completion_id)).toMatchObject(shown);
    }
  });

  it('is stored once however often its event is delivered', async () => {
    const event = served(suite.project, { labels: { once: 'yes' }, tags: ['once'] });
    const completion_id = event.completions[0]?.completion_id as string;
    await app.publish(interactionRecorded, event);
    await read(completion_id);
    app.broker.deliverAgain(`interactions.${interactionRecorded.topic.name}`);
    await Promise.all([event, event, event].map((same) => app.publish(interactionRecorded, same)));
    const later = served(suite.project);
    await app.publish(interactionRecorded, later);
    await read(later.completions[0]?.completion_id as string);
    expect(await rowsOf(completion_id)).toBe(1);
    expect((await list({ labels: [{ name: 'once', value: 'yes' }] })).data).toHaveLength(1);
  });

  type Changes = { finish_reason?: 'stop' | 'cancelled'; attempt?: number };
  const told = (before: InteractionRecorded, text: string, { finish_reason = 'stop', attempt }: Changes) => {
    const [completion] = before.completions as [InteractionRecorded['completions'][0]];
    return { ...before, attempt, completions: [{ ...completion, text, finish_reason }] };
  };

  it.each([
    ['a later attempt holds, whichever comes first', { attempt: 2 }, { attempt: 1 }],
    ['of one attempt the one that was not cancelled holds', { attempt: 1 }, { attempt: 1, finish_reason: 'cancelled' }],
    ['what a later attempt came to holds though it was cancelled', { attempt: 3, finish_reason: 'cancelled' }, {}],
  ] as const)('is stored once when two attempts were recorded: %s', async (_what, better, worse) => {
    for (const together of [true, false]) {
      for (const betterFirst of [true, false]) {
        const event = served(suite.project, { labels: { twice: randomUUID() } });
        const completion_id = event.completions[0]?.completion_id as string;
        const events = [told(event, 'better', better), told(event, 'worse', worse)];
        const [first, second] = (betterFirst ? events : events.reverse()) as [InteractionRecorded, InteractionRecorded];
        const sent = app.publish(interactionRecorded, first);
        if (!together) await sent.then(() => read(completion_id));
        await Promise.all([sent, app.publish(interactionRecorded, second)]);
        await eventually(async () => ((await read(completion_id)).completion === 'better' ? true : undefined));
        const marker = { name: 'twice', value: event.labels['twice'] as string };
        expect(await rowsOf(completion_id)).toBe(1);
        expect((await list({ labels: [marker] })).data).toMatchObject([{ completion: 'better' }]);
      }
    }
  });

  it.each(['1970-01-01T00:00:00.000Z', '2014-12-31T23:59:59.999Z', '2019-07-01T00:00:00.000Z'])(
    'of %s has a place too, made when it is needed by several processes at once',
    async (created_at) => {
      const events = Array.from({ length: 8 }, () => served(suite.project, { created_at }));
      await Promise.all(events.map((event) => app.publish(interactionRecorded, event)));
      for (const { completions } of events) {
        expect(await read(completions[0]?.completion_id as string)).toMatchObject({ created_at });
      }
    },
  );

  it('names the objects of texts that are too large for Kafka', async () => {
    const conversation = { name: 'c.json', size: 9 };
    const answers = { name: 'a.json', size: 8 };
    const event = served(suite.project, { messages: [], conversation, answers });
    await app.publish(interactionRecorded, event);
    expect(await read(event.completions[0]?.completion_id as string)).toMatchObject({
      messages: null,
      conversation,
      completion: null,
      answers: { ...answers, index: 0 },
    });
  });

  it('of another project is not found', async () => {
    const event = served(await app.project());
    await app.publish(interactionRecorded, event);
    const refusal = { code: 'completion_not_found', type: 'not_found_error' };
    await expect(read(event.completions[0]?.completion_id as string)).rejects.toMatchObject(refusal);
    await expect(read(randomUUID())).rejects.toMatchObject(refusal);
  });
});

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
    const told = await eventually(() => {
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
