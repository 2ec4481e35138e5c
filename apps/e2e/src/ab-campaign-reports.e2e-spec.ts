import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, uniqueKey } from './support/api.js';
import { FeedbackProject } from './support/feedback-project.js';
import { ScriptedProvider } from './support/provider.js';
import { until } from './support/until.js';

interface Report {
  status: string;
  winner: string | null;
  summary: string;
  models: {
    model: string;
    count: number;
    values: number;
    mean: number | null;
    interval: [number, number];
    probability_best: number;
    wins?: number;
    losses?: number;
    ties?: number;
    strength?: number;
  }[];
  matrix?: object[];
}

/** Far more than it takes on a busy machine. */
const patienceMs = 60_000;

describe('the report of an A/B campaign', () => {
  const project = new FeedbackProject();
  const provider = new ScriptedProvider();

  beforeAll(async () => {
    await project.start();
    const base_url = await provider.start();
    for (const key of ['usual', 'plain', 'kind']) {
      const model = { key, provider: { kind: 'openai', base_url, model: key } };
      expect((await project.post(`projects/${project.key}/models`, model)).status).toBe(201);
    }
  });
  afterAll(async () => {
    await project.stop();
    await provider.stop();
  });

  async function start(metric: string, fields: object): Promise<string> {
    const key = uniqueKey('trial');
    const body = {
      key,
      metric,
      models: ['plain', 'kind'],
      traffic_split: 1,
      feedback_type: 'metric',
      auto_deploy: false,
    };
    expect((await project.post(`projects/${project.key}/ab_campaigns`, { ...body, ...fields })).status).toBe(201);
    return key;
  }

  async function report(campaign: string): Promise<Report> {
    const { status, body } = await project.get(`ab_campaigns/${campaign}/report`);
    expect(status).toBe(200);
    return body as unknown as Report;
  }

  function reportWith(status: string, campaign: string): Promise<Report> {
    const poll = async () => {
      const found = await report(campaign);
      return found.status === status && found;
    };
    return until(poll, patienceMs, 100);
  }

  /** An answer, by which model it is, and its id. */
  async function answer(fields: object = {}): Promise<{ model: string; completion_id: string }> {
    const messages = [{ role: 'user', content: 'Hi' }];
    const { status, body } = await project.post('chat/completions', { model: project.key, messages, ...fields });
    expect(status).toBe(200);
    const [choice] = body.choices;
    return { model: choice?.model.split('/')[1] as string, completion_id: choice?.completion_id as string };
  }

  const postFeedback = async (completion_id: string, metric: string, value: boolean) =>
    expect((await project.post('feedback', { completion_id, metric, value })).status).toBe(201);

  /**
   * Answers of the project's default model until each has so many values: kind answers are liked, plain ones are not.
   */
  async function judge(metric: string, each: number, counts: Map<string, number>): Promise<void> {
    while (['plain', 'kind'].some((model) => (counts.get(model) ?? 0) < each)) {
      const { model, completion_id } = await answer();
      if ((counts.get(model) ?? 0) >= each) continue;
      counts.set(model, (counts.get(model) ?? 0) + 1);
      await postFeedback(completion_id, metric, model === 'kind');
    }
  }

  it('goes from warmup over in_progress to done, and the winner becomes the default model', async () => {
    const metric = await project.metric('bool');
    const campaign = await start(metric, { auto_deploy: true });
    const counts = new Map<string, number>();
    await judge(metric, 3, counts);
    const begun = await report(campaign);
    expect(begun).toMatchObject({ status: 'warmup', winner: null, feedback_type: 'metric', metric });
    expect(begun.models).toMatchObject([
      { model: 'plain', count: 3, values: 3, mean: 0 },
      { model: 'kind', count: 3, values: 3, mean: 1 },
    ]);
    expect(begun.summary).toMatch(/^Warming up: each model needs 10 sessions .* 'plain' has 3, 'kind' has 3\.$/);

    await judge(metric, 10, counts);
    const done = await reportWith('done', campaign);
    expect(done).toMatchObject({ status: 'done', winner: 'kind' });
    const [plain, kind] = done.models;
    expect(kind?.interval[0]).toBeGreaterThan(plain?.interval[1] as number);
    expect(kind?.probability_best).toBeGreaterThan(0.99);
    expect(done.summary).toMatch(/^'kind' has won/);
    expect((await project.get('models/kind')).body.default).toBe(true);
    expect((await answer()).model).toBe('kind');
  });

  it('names no winner for equal models, and counts the turns of a session once', async () => {
    const metric = await project.metric('bool');
    const campaign = await start(metric, { traffic_split: 0 });
    const turn = await answer({ ab_campaign: campaign });
    await postFeedback(turn.completion_id, metric, true);
    const { body } = await project.get(`interactions/${turn.completion_id}`);
    const next = await answer({ ab_campaign: campaign, session_id: body.session_id });
    expect(next.model).toBe(turn.model);
    await postFeedback(next.completion_id, metric, false);
    const outcome = { session_id: body.session_id, metric, value: false, project_id: project.id };
    expect((await project.post('outcome', outcome)).status).toBe(201);
    const { status, winner, models } = await report(campaign);
    expect([status, winner]).toEqual(['warmup', null]);
    expect(models.find(({ model }) => model === turn.model)).toMatchObject({
      count: 1,
      values: 3,
      mean: expect.closeTo(1 / 3, 9),
    });
  });

  it('of preferences has wins, losses and ties, the strength of each model, and the results of each pair', async () => {
    const metric = await project.metric('bool');
    const campaign = await start(metric, { traffic_split: 0, feedback_type: 'preference' });
    const of = async (model: string) => (await answer({ model: `${project.key}/${model}` })).completion_id;
    const compare = async (preferred_completion: string, other_completion: string, tied: string | null = null) => {
      const { status } = await project.post('comparison', { metric, preferred_completion, other_completion, tied });
      expect(status).toBe(201);
    };
    const [plain, kind] = [await of('plain'), await of('kind')];
    await compare(kind, plain);
    await compare(await of('kind'), await of('plain'), 'good');
    await compare(kind, await of('usual'));
    const { models, matrix } = await report(campaign);
    expect(models).toMatchObject([
      { model: 'plain', count: 2, mean: 0.25, wins: 0, losses: 1, ties: 1 },
      { model: 'kind', count: 2, mean: 0.75, wins: 1, losses: 0, ties: 1 },
    ]);
    expect(models[1]?.strength).toBeGreaterThan(models[0]?.strength as number);
    expect(matrix).toContainEqual({ model: 'kind', other: 'plain', wins: 1, losses: 0, ties: 1 });
    expect(matrix).toHaveLength(2);
  });

  it('needs the permission to read, and exists only for campaigns of the project', async () => {
    const missing = await project.get('ab_campaigns/none/report');
    expect([missing.status, missing.body.error?.code]).toEqual([404, 'ab_campaign_not_found']);
    const path = `/api/v1/projects/${project.key}/ab_campaigns/none/report`;
    expect((await call('GET', path, { key: null })).status).toBe(401);
  });
});
