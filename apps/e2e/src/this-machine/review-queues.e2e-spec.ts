import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { call, uniqueKey, type Answer } from '../support/api.js';
import { FeedbackProject } from '../support/feedback-project.js';
import { areReady, isBack, killHard } from '../support/processes.js';
import { transientStatuses } from '../support/through-faults.js';
import { until } from '../support/until.js';

// A killed process has to start again.
jest.setTimeout(180_000);

interface Lease {
  readonly lease_id: string;
  readonly item_id: string;
  readonly completion_ids: string[];
}

describe('a review queue', () => {
  const project = new FeedbackProject();
  let metric: string;

  beforeAll(async () => {
    await project.start();
    metric = await project.metric('bool');
  });
  afterAll(async () => {
    await areReady();
    await project.stop();
  });

  const path = (queue: string, rest = '') => `/api/v1/projects/${project.key}/review_queues/${queue}${rest}`;
  const send = (method: string, queue: string, rest: string, body?: object): Promise<Answer> =>
    call(method, path(queue, rest), { key: project.apiKey, ...(body && { body }) });
  const leasesOf = ({ body }: Answer) => body.data as unknown as Lease[];

  /** A queue of kind `compare` with so many items. @returns its key. */
  async function filled(items: number, fields: object = {}): Promise<string> {
    const key = uniqueKey('queue');
    const queue = { key, kind: 'compare', metric, ...fields };
    expect((await project.post(`projects/${project.key}/review_queues`, queue)).status).toBe(201);
    const pairs = await Promise.all(
      Array.from({ length: items }, async () => {
        const created = await Promise.all([project.completion('Hi'), project.completion('Hi')]);
        return { completion_ids: created.map(({ completionId }) => completionId) };
      }),
    );
    const added = await send('POST', key, '/items', { items: pairs });
    expect([added.status, added.body]).toEqual([201, { added: items, existing: 0 }]);
    return key;
  }

  it('gives each item to one reviewer, records the comparison, and undoes it', async () => {
    const before = (await project.get(`metrics/${metric}/summary`)).body;
    const queue = await filled(4);
    const taken = await Promise.all(
      ['ada', 'grace', 'alan', 'edsger', 'barbara'].map((reviewer) => send('POST', queue, '/leases', { reviewer })),
    );
    const leases = taken.flatMap(leasesOf);
    expect(new Set(leases.map(({ item_id }) => item_id)).size).toBe(leases.length);
    expect(leases).toHaveLength(4);
    const [{ lease_id, completion_ids }] = leases as [Lease];
    const review = { lease_id, preferred_completion: completion_ids[1] };
    const done = await send('POST', queue, '/reviews', review);
    expect(done).toMatchObject({ status: 201, body: { preferred_completion: completion_ids[1], skipped: false } });
    expect((await send('POST', queue, '/reviews', review)).body).toEqual(done.body);
    const changed = await send('POST', queue, '/reviews', { lease_id, tied: 'bad' });
    expect([changed.status, changed.body.error?.code]).toEqual([409, 'already_reviewed']);
    const { id, comparison_id } = done.body as unknown as { id: string; comparison_id: string };
    const recorded = await project.all<{ id: string }>('comparisons', metric);
    expect(recorded.filter((one) => one.id === comparison_id)).toHaveLength(1);
    expect((await send('DELETE', queue, `/reviews/${id}`)).status).toBe(204);
    expect((await project.get(`metrics/${metric}/summary`)).body).toEqual(before);
    expect((await send('GET', queue, '')).body).toMatchObject({ counts: { waiting: 1, leased: 3, reviewed: 0 } });
  });

  it('records a review once though the feedback service is killed between lease and review', async () => {
    const queue = await filled(1);
    const [lease] = leasesOf(await send('POST', queue, '/leases', { reviewer: 'ada' })) as [Lease];
    const review = { lease_id: lease.lease_id, tied: 'good' };
    const ended = killHard('feedback-0');
    const attempt = async () => {
      const answer = await send('POST', queue, '/reviews', review);
      return transientStatuses.has(answer.status) ? undefined : answer;
    };
    const done = await until(attempt, 90_000);
    expect(done).toMatchObject({ status: 201, body: { reviewer: 'ada', tied: 'good' } });
    await isBack('feedback-0', ended);
    expect((await send('POST', queue, '/reviews', review)).body).toEqual(done.body);
    const { comparison_id } = done.body as unknown as { comparison_id: string };
    const about = lease.completion_ids[0] as string;
    const { body } = await project.get(`comparisons?completion_id=${about}`);
    expect(body.data).toMatchObject([{ id: comparison_id }]);
  });

  it('shows how far reviewers agree', async () => {
    const queue = await filled(2, { reviews_per_item: 2 });
    for (const reviewer of ['ada', 'grace']) {
      for (const lease of leasesOf(await send('POST', queue, '/leases', { reviewer, limit: 2 })))
        await send('POST', queue, '/reviews', { lease_id: lease.lease_id, tied: 'good' });
    }
    expect((await send('GET', queue, '/agreement')).body).toMatchObject({ items: 2, agreement: 1 });
    expect((await send('DELETE', queue, '')).status).toBe(204);
    expect((await send('GET', queue, '')).status).toBe(404);
  });
});

describe('removed feedback', () => {
  const project = new FeedbackProject();

  beforeAll(() => project.start());
  afterAll(() => project.stop());

  it('is in no interaction, list or summary', async () => {
    const metric = await project.metric('bool');
    const { completionId: completion_id } = await project.completion();
    const { body } = await project.post('feedback', { completion_id, metric, value: true });
    const remove = () =>
      call('DELETE', `/api/v1/projects/${project.key}/feedback/${body.feedback_id}`, { key: project.apiKey });
    expect((await remove()).status).toBe(204);
    expect((await project.get(`feedback?metric=${metric}`)).body.data).toEqual([]);
    expect((await project.get(`metrics/${metric}/summary`)).body.count).toBe(0);
    const shown = await project.get(`interactions/${completion_id}`);
    expect((shown.body as unknown as { feedback: unknown[] }).feedback).toEqual([]);
    expect((await remove()).body.error?.code).toBe('feedback_not_found');
  });
});
