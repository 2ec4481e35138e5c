import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { deleteReviewQueue, readReviewQueue, updateReviewQueue } from '@earshot/contracts-feedback';
import { AppError, overloaded } from '@earshot/errors';
import { until } from '@earshot/messaging/testing';
import { FeedbackApp } from './feedback-app.js';
import { everything, filledQueuesOf } from './filled-queues.js';

jest.setTimeout(60_000);
const app = new FeedbackApp();
beforeAll(() => app.start(2));
afterAll(() => app.stop());

const { query, queueOf, answer, itemsOf, fillOf, due, hasItems, isIdle } = filledQueuesOf(app);
let metricId: string;
let model: string;

beforeEach(async () => {
  app.interactions.completions.length = 0;
  app.chats.asked.length = 0;
  app.chats.ending = () => 'stop';
  metricId = (await app.metric('bool')).id;
  model = await app.model('second');
});

// Queues of one project have its replays in flight in common.
afterEach(() => query('delete from review_queues'));

const replayed = (limit = 100) => queueOf(metricId, { filter: everything, replay: { model, limit } });
const stateOf = async (queue: string) => (await app.ask(readReviewQueue, nameOf(queue))).replays;
const nameOf = (queue: string) => ({ project_id: app.projectId, queue });
const hasAsked = (count: number) => until(() => app.chats.asked.length >= count);
const prompt = (prompt_hash: string, fields: object = {}) => answer({ prompt_hash, ...fields });
/** Ends waits and claims of all replays, as time does. */
const dueReplays = (queue: string) =>
  query('update review_replays set due_at = now(), claimed_until = null where queue_id = $1', [queue]);

/** A gate that holds chats until it is opened. */
function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  return { open, opened };
}

describe('a queue of replays', () => {
  it('has the stored answer beside that of the second model, labelled as a replay', async () => {
    const stored = await prompt('one');
    const queue = await replayed();
    await hasItems(queue, 1);
    const [request] = app.chats.asked;
    expect(await itemsOf(queue)).toEqual([[stored, request?.completion_ids[0]].sort()]);
    expect(request).toMatchObject({
      ...{ model, store: true, stream: false, replay: true, temperature: 0.5, max_tokens: 7 },
      messages: [{ role: 'user', content: `Prompt of ${stored}` }],
      labels: { replay_of: stored, review_queue: queue },
      tags: ['replay'],
    });
    expect(await stateOf(queue)).toEqual({ pending: 0, answered: 1, failed: 0, last_error: null });
  });

  it('asks each prompt once while two processes fill it, and two answers have the same prompt', async () => {
    const count = 20;
    await Promise.all(Array.from({ length: count }, (_, index) => prompt(`each-${index}`)));
    await prompt('each-0');
    const queue = await replayed();
    await hasItems(queue, count);
    await due(queue);
    await isIdle(queue);
    expect(await itemsOf(queue)).toHaveLength(count);
    expect(app.chats.asked).toHaveLength(count);
  });

  it('asks as many prompts as its limit, no answer of its own model, and no replay', async () => {
    await prompt('own', { model_id: model });
    await prompt('replay', { tags: ['replay'] });
    const others = [await prompt('limit-1'), await prompt('limit-2'), await prompt('limit-3')];
    const queue = await replayed(3);
    await hasItems(queue, 2);
    await until(async () => (await stateOf(queue))?.pending === 0);
    await due(queue);
    await isIdle(queue);
    const asked = app.chats.asked.map(({ labels }) => labels['replay_of'] as string);
    expect(new Set(asked).size).toBe(asked.length);
    expect(others).toEqual(expect.arrayContaining(asked));
  });

  it('counts failures and says why, and others go on', async () => {
    const bad = await prompt('bad');
    await Promise.all(['good-1', 'good-2', 'good-3'].map((hash) => prompt(hash)));
    app.chats.ending = ({ labels }) => {
      if (labels['replay_of'] !== bad) return 'stop';
      throw new AppError({ code: 'provider_rejected', type: 'invalid_request_error', message: 'No such thing.' });
    };
    const queue = await replayed();
    await hasItems(queue, 3);
    await until(async () => (await stateOf(queue))?.failed === 1);
    expect(await stateOf(queue)).toEqual({ pending: 0, answered: 3, failed: 1, last_error: 'No such thing.' });
  });

  it('waits where the models are busy, and counts no failure', async () => {
    const stored = await prompt('busy');
    app.chats.ending = () => {
      throw overloaded('provider_rate_limited', 'Later.', 1);
    };
    const queue = await replayed();
    await until(async () => (await stateOf(queue))?.last_error === 'Later.');
    expect(await stateOf(queue)).toMatchObject({ pending: 1, failed: 0 });
    app.chats.ending = () => 'stop';
    await dueReplays(queue);
    await hasItems(queue, 1);
    expect((await itemsOf(queue)).flat()).toContain(stored);
    expect(await stateOf(queue)).toMatchObject({ answered: 1, last_error: null });
  });

  it('asks nothing while the quota of interactions is used up, and says so', async () => {
    await app.usedUpQuota(5);
    try {
      await prompt('quota');
      const queue = await replayed();
      await until(async () => (await fillOf(queue)).error !== null);
      expect((await fillOf(queue)).error).toContain("quota 'interactions' of 5");
      expect(app.chats.asked).toEqual([]);
      await app.usedUpQuota(null);
      await due(queue);
      await hasItems(queue, 1);
    } finally {
      await app.usedUpQuota(null);
    }
  });

  it('has two replays in flight at most', async () => {
    const { open, opened } = gate();
    let [running, most] = [0, 0];
    app.chats.ending = async () => {
      most = Math.max(most, (running += 1));
      await opened;
      running -= 1;
      return 'stop' as const;
    };
    await Promise.all(Array.from({ length: 6 }, (_, index) => prompt(`flight-${index}`)));
    const queue = await replayed();
    await hasAsked(2);
    await sleep(1_500);
    // Two processes that claim at the same moment may each have one more.
    expect(most).toBeLessThanOrEqual(4);
    expect(await stateOf(queue)).toMatchObject({ answered: 0, pending: 6 });
    open();
    await hasItems(queue, 6);
  });
});

describe('a process that waits for an answer', () => {
  it('extends its claim, so that no other one asks too', async () => {
    await prompt('slow');
    const { open, opened } = gate();
    app.chats.ending = () => opened.then(() => 'stop' as const);
    const queue = await replayed();
    await hasAsked(1);
    const firstEnd = new Date(Date.now() + 31_000);
    const extended = 'select from review_replays where queue_id = $1 and claimed_until > $2';
    await until(async () => (await query<unknown[]>(extended, [queue, firstEnd])).length > 0, 'a later end', 20_000);
    open();
    await hasItems(queue, 1);
    expect(app.chats.asked).toHaveLength(1);
  });
});

describe('a process that ends during a replay', () => {
  /** Leaves a replay as a killed process would. With another number of tries the living one extends no claim. */
  async function interrupted(queue: string): Promise<void> {
    await hasAsked(1);
    await query(
      `update review_replays set tries = tries + 1, asked_at = asked_at - interval '1 minute',
       claimed_until = now() - interval '1 second' where queue_id = $1`,
      [queue],
    );
  }

  it('leaves an answer that was stored to another one, which asks no more', async () => {
    const stored = await prompt('stored-before');
    const { open, opened } = gate();
    app.chats.ending = async (request) => {
      await app.chats.record(request);
      await opened;
      return 'stop' as const;
    };
    const queue = await replayed();
    await hasAsked(1);
    await until(() => app.interactions.completions.length === 2);
    await interrupted(queue);
    await hasItems(queue, 1);
    open();
    expect(app.chats.asked).toHaveLength(1);
    expect(await itemsOf(queue)).toEqual([[stored, app.chats.asked[0]?.completion_ids[0]].sort()]);
  });

  it('leaves an answer that was not stored to another one, and the late one makes no second item', async () => {
    await prompt('not-stored');
    const { open, opened } = gate();
    app.chats.ending = () => (app.chats.asked.length === 1 ? opened : Promise.resolve()).then(() => 'stop' as const);
    const queue = await replayed();
    await interrupted(queue);
    await hasItems(queue, 1);
    open();
    await until(() => app.interactions.completions.length === 3);
    await sleep(1_000);
    expect(app.chats.asked).toHaveLength(2);
    expect((await itemsOf(queue)).flat()).toContain(app.chats.asked[1]?.completion_ids[0]);
    expect(await itemsOf(queue)).toHaveLength(1);
  });
});

describe('the end of replays', () => {
  it.each([
    ['deleted', (queue: string) => app.ask(deleteReviewQueue, nameOf(queue))],
    [
      'without a source',
      (queue: string) => app.ask(updateReviewQueue, { ...nameOf(queue), changes: { source: null } }),
    ],
  ])('is that of a queue that is %s', async (_, end) => {
    const { open, opened } = gate();
    app.chats.ending = () => opened.then(() => 'stop' as const);
    await Promise.all(Array.from({ length: 8 }, (__, index) => prompt(`end-${index}`)));
    const queue = await replayed();
    await hasAsked(2);
    await end(queue);
    // What was claimed before is asked yet.
    await sleep(500);
    const asked = app.chats.asked.length;
    open();
    await sleep(2_000);
    expect(app.chats.asked).toHaveLength(asked);
    expect(await itemsOf(queue)).toEqual([]);
    expect(await query('select from review_replays where queue_id = $1', [queue])).toEqual([]);
  });
});

describe('a source with a higher limit', () => {
  it('goes on, asks no prompt again that was answered, and retries those that failed', async () => {
    const stored = [await prompt('more-1'), await prompt('more-2'), await prompt('more-3')];
    app.chats.ending = ({ labels }) => (labels['replay_of'] === stored[0] ? 'content_filter' : 'stop');
    const queue = await replayed(2);
    await until(async () => (await stateOf(queue))?.pending === 0 && (await stateOf(queue))?.answered === 1);
    app.chats.ending = () => 'stop';
    const source = { filter: everything, replay: { model, limit: 3 } };
    await app.ask(updateReviewQueue, { ...nameOf(queue), changes: { source } });
    await hasItems(queue, 3);
    expect(app.chats.asked.map(({ labels }) => labels['replay_of']).sort()).toEqual([stored[0], ...stored].sort());
    expect(await stateOf(queue)).toEqual({ pending: 0, answered: 3, failed: 0, last_error: null });
  });
});
