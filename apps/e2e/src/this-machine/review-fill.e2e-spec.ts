import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { call, send, uniqueKey } from '../support/api.js';
import { areReady, isBack, killHard } from '../support/processes.js';
import { pairsOf, ReviewProject } from '../support/review-project.js';
import { retried } from '../support/through-faults.js';
import { until } from '../support/until.js';

// A killed process has to start again, and its claim of a queue to end.
jest.setTimeout(300_000);

/** A source is looked at every 5 s, and after a killed process within 60 s. */
const filledWithinMs = 180_000;

/** A replay of a killed process is made by another one after 30 s, and its answer may wait for a killed worker. */
const replayedWithinMs = 180_000;

let project: ReviewProject;
let metric: string;

beforeEach(async () => {
  project = new ReviewProject();
  await project.start();
  metric = await project.metric('bool');
});
afterEach(async () => {
  await areReady();
  await project.stop();
});

const provider = { kind: 'openai', base_url: 'http://127.0.0.1:9/v1', model: 'm' };
const path = (rest: string) => `/api/v1/projects/${project.key}/${rest}`;

/** Waits until a queue has so many items, leased or not. */
const hasItems = (queue: string, count: number) =>
  until(async () => {
    const { waiting, leased } = (await project.stateOf(queue)).counts;
    return waiting + leased >= count;
  }, filledWithinMs);

const inOrder = (items: readonly (readonly string[])[]) => items.map((ids) => ids.toSorted().join()).toSorted();

/** Leases all items of a queue: 50 for each reviewer. @returns their completions. */
async function itemsOf(queue: string): Promise<string[][]> {
  const items: string[][] = [];
  for (;;) {
    const reviewer = `reviewer ${Math.floor(items.length / 50)}`;
    const answer = await call('POST', path(`review_queues/${queue}/leases`), { body: { reviewer, limit: 10 } });
    expect(answer.status).toBe(201);
    const leases = answer.body.data as unknown as { completion_ids: string[] }[];
    if (leases.length === 0) return items;
    items.push(...leases.map(({ completion_ids }) => completion_ids));
  }
}

/** Imports answers. @returns their ids. */
async function imported(answers: readonly object[]): Promise<string[]> {
  const lines = answers.map((one) => JSON.stringify({ project: project.key, completion: 'Hello', ...one }));
  const headers = { 'content-type': 'application/x-ndjson' };
  const response = await send('POST', '/api/v1/interactions/bulk', { body: lines.join('\n'), headers });
  const stored = (await response.text()).trimEnd().split('\n');
  return stored.map((line) => {
    const { completion_id } = JSON.parse(line) as { completion_id?: string };
    if (completion_id === undefined) throw new Error(`import: ${line}`);
    return completion_id;
  });
}

/** Answers of both models to each prompt. @returns pairs of ids. */
async function importedPairs(prompts: readonly string[], fields: object = {}): Promise<string[][]> {
  const answers = prompts.flatMap((prompt) => ['large', 'small'].map((model_service) => ({ prompt, model_service })));
  const ids = await imported(answers.map((answer) => ({ ...answer, ...fields })));
  return prompts.map((_, index) => ids.slice(2 * index, 2 * index + 2));
}

describe('a review queue with a source', () => {
  it('has the recorded answers that match its filter, then new ones', async () => {
    const before = await project.answered(2);
    const queue = await project.queueFrom('rate', metric, { filter: { model: 'large' } });
    await hasItems(queue, 2);
    const after = await project.answered(1);
    await hasItems(queue, 3);
    const ofLarge = pairsOf([...before, ...after]).map(([large]) => [large as string]);
    expect(inOrder(await itemsOf(queue))).toEqual(inOrder(ofLarge));
  });

  it('has pairs of the answers of two models to one prompt, then those of new ones', async () => {
    const before = await project.answered(2);
    const queue = await project.queueFrom('compare', metric, { models: ['small', 'large'] });
    await hasItems(queue, 2);
    const after = await project.answered(1);
    await hasItems(queue, 3);
    expect(inOrder(await itemsOf(queue))).toEqual(inOrder(pairsOf([...before, ...after])));
  });

  it('has pairs of the answers in its campaign, and no others', async () => {
    const key = uniqueKey('trial');
    const campaign = { key, metric, models: ['large', 'small'], traffic_split: 1, feedback_type: 'metric' };
    await project.created('ab_campaigns', campaign);
    await importedPairs(['outside']);
    const before = await importedPairs(['first', 'second'], { ab_campaign: key });
    const queue = await project.queueFrom('compare', metric, { ab_campaign: key });
    await hasItems(queue, 2);
    await importedPairs(['first'], { ab_campaign: null });
    const after = await importedPairs(['third'], { ab_campaign: key });
    await hasItems(queue, 3);
    expect(inOrder(await itemsOf(queue))).toEqual(inOrder([...before, ...after]));
  });

  it('has each item once when the feedback service is killed while it fills queues', async () => {
    const prompts = Array.from({ length: 400 }, (_, index) => `Question ${index}`);
    const pairs = await importedPairs(prompts);
    const compare = await project.queueFrom('compare', metric, { models: ['large', 'small'] });
    const rate = await project.queueFrom('rate', metric, { filter: {} });
    await killWhileFilling(compare, 1);
    await killWhileFilling(rate, pairs.length + 1);
    const areFilled = async () => {
      await hasItems(compare, pairs.length);
      await hasItems(rate, 2 * pairs.length);
    };
    await areFilled();
    // Once these are items, the sources were read again after all others.
    pairs.push(...(await importedPairs(['The last question'])));
    await areFilled();
    expect(inOrder(await itemsOf(compare))).toEqual(inOrder(pairs));
    expect(inOrder(await itemsOf(rate))).toEqual(inOrder(pairs.flat().map((id) => [id])));
  });

  it(
    'has each prompt answered again once when feedback and inference are killed meanwhile',
    async () => {
      const prompts = Array.from({ length: 30 }, (_, index) => `Again ${index}`);
      const answers = await imported(prompts.map((prompt) => ({ prompt, model_service: 'large' })));
      const source = { filter: { model: 'large' }, replay: { model: 'small', limit: 100 } };
      const queue = await project.queueFrom('compare', metric, source);
      await killWhileFilling(queue, 2);
      await isBack('inference-0', killHard('inference-0'));
      const state = await until(async () => {
        const { replays } = await project.stateOf(queue);
        return replays?.pending === 0 && replays.answered > 0 ? replays : undefined;
      }, replayedWithinMs);
      expect(state).toMatchObject({ pending: 0, answered: prompts.length, failed: 0 });
      const items = await itemsOf(queue);
      expect(items).toHaveLength(prompts.length);
      const replays = items.map((ids) => ids.filter((id) => !answers.includes(id)));
      expect(new Set(items.flat().filter((id) => answers.includes(id))).size).toBe(prompts.length);
      expect(replays.every((ids) => ids.length === 1)).toBe(true);
      const [replay] = replays as [[string]];
      const { body } = await call('GET', path(`interactions/${replay[0]}`));
      expect(body).toMatchObject({ tags: ['replay'], labels: { replay_of: expect.any(String) } });
    },
    replayedWithinMs + filledWithinMs,
  );

  /** Kills the service as soon as a queue has so many items, and waits until it is back. */
  async function killWhileFilling(queue: string, count: number): Promise<void> {
    await hasItems(queue, count);
    await isBack('feedback-0', killHard('feedback-0'));
    await retried(async () => (await send('GET', path(`review_queues/${queue}`), {})).ok || undefined);
  }
});

describe('a source that cannot be read', () => {
  const failed = (queue: string) => until(async () => (await project.stateOf(queue)).fill_error, filledWithinMs);

  it('because its model was deleted shows the reason, keeps its items, and recovers with another source', async () => {
    const pairs = await importedPairs(['first']);
    const queue = await project.queueFrom('compare', metric, { models: ['large', 'small'] });
    await hasItems(queue, 1);
    expect((await project.stateOf(queue)).fill_error).toBeNull();
    expect((await call('DELETE', path('models/small'))).status).toBe(204);
    expect(await failed(queue)).toMatch(/^There is no model '[-\w]+'\.$/);
    const key = uniqueKey('trial');
    await project.created('models', { key: 'other', provider, capabilities: ['chat'] });
    const campaign = { key, metric, models: ['large', 'other'], traffic_split: 1, feedback_type: 'metric' };
    await project.created('ab_campaigns', campaign);
    const answers = ['large', 'other'].map((model_service) => ({ prompt: 'new', model_service, ab_campaign: key }));
    const added = await imported(answers);
    const changed = await call('PATCH', path(`review_queues/${queue}`), { body: { source: { ab_campaign: key } } });
    expect([changed.status, changed.body]).toMatchObject([200, { fill_error: null }]);
    await hasItems(queue, 2);
    expect((await project.stateOf(queue)).fill_error).toBeNull();
    expect(inOrder(await itemsOf(queue))).toEqual(inOrder([...pairs, added]));
  });

  it.each([
    ['campaign', 'ab_campaigns', "There is no ab campaign '"],
    ['metric', 'metrics', "There is no metric '"],
  ] as const)('because its %s was deleted shows the reason', async (_, list, words) => {
    const key = uniqueKey('removed');
    const campaign = { metric, models: ['large', 'small'], traffic_split: 1, feedback_type: 'metric' };
    await project.created(list, list === 'metrics' ? { key, kind: 'bool' } : { key, ...campaign });
    const queue =
      list === 'metrics'
        ? await project.queueFrom('rate', metric, { filter: { metric: key } })
        : await project.queueFrom('compare', metric, { ab_campaign: key });
    if (list === 'ab_campaigns') await call('PATCH', path(`${list}/${key}`), { body: { status: 'cancelled' } });
    expect((await call('DELETE', path(`${list}/${key}`))).status).toBe(204);
    expect(await failed(queue)).toContain(words);
  });
});
