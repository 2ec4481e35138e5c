import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { interactionRecorded, listInteractions, type InteractionRecorded } from '@earshot/contracts-interactions';
import { until } from '@earshot/messaging/testing';
import { everything, served } from './fixtures.js';
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
        await until(async () => (await read(completion_id)).completion === 'better');
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
