import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readCampaignHistory } from '@earshot/contracts-feedback';
import { until } from '@earshot/messaging/testing';
import { DataSource } from 'typeorm';
import { CampaignDecisions } from '../src/campaigns/campaign-decisions.service.js';
import { CampaignsRepository } from '../src/campaigns/campaigns.repository.js';
import { SnapshotsRepository } from '../src/campaigns/snapshots.repository.js';
import { campaignsOf, type Campaign } from './campaigns-caller.js';
import { FeedbackApp } from './feedback-app.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

describe('the history of a campaign', () => {
  const app = new FeedbackApp();
  const { start, judge, report } = campaignsOf(app);

  beforeAll(() => app.start());
  afterAll(() => app.stop());

  const history = async ({ id }: Pick<Campaign, 'id'>, limit = 200) =>
    (await app.ask(readCampaignHistory, { id, project_id: app.projectId, limit })).points;
  const check = () => app.service(CampaignDecisions).decideAll(new AbortController().signal);
  const query = <Row>(sql: string, id: string): Promise<Row[]> => app.service(DataSource).query(sql, [id]);
  const revisions = async ({ id }: Campaign) =>
    (
      await query<{ revision: string }>(
        'select revision from campaign_snapshots where campaign_id = $1 order by revision',
        id,
      )
    ).map(({ revision }) => Number(revision));
  const counts = (points: Awaited<ReturnType<typeof history>>) =>
    points.map(({ models }) => models.map(({ count }) => count));

  it('has the report after each change, and the current one last', async () => {
    const campaign = await start('bool');
    await until(async () => (await revisions(campaign)).length === 1);
    await judge(campaign, 0, [true]);
    await until(async () => (await revisions(campaign)).length === 2);
    await judge(campaign, 1, [false]);
    const points = await history(campaign);
    expect(counts(points).slice(0, 2)).toEqual([
      [0, 0],
      [1, 0],
    ]);
    const { status, winner_model_id, models } = await report(campaign);
    const shown = models.map(({ values: _, comparisons: __, ...model }) => model);
    expect(points.at(-1)).toEqual({ time: expect.any(String), status, winner_model_id, models: shown });
    const times = points.map(({ time }) => time);
    expect([...times].sort()).toEqual(times);
  });

  it('has the status and the winner as they were decided', async () => {
    const campaign = await start('bool');
    await judge(
      campaign,
      0,
      Array.from({ length: 10 }, () => false),
    );
    await judge(
      campaign,
      1,
      Array.from({ length: 10 }, () => true),
    );
    const last = async () => (await history(campaign)).at(-2);
    await until(async () => (await last())?.status === 'done');
    expect(await last()).toMatchObject({ status: 'done', winner_model_id: campaign.models[1] });
  });

  it('has each revision once, however many processes check it', async () => {
    const campaign = await start('bool');
    for (let value = 0; value < 5; value += 1) {
      await judge(campaign, 0, [true]);
      await Promise.all([check(), check(), check()]);
    }
    const found = await revisions(campaign);
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBeLessThanOrEqual(6);
    expect(found.at(-1)).toBe(6);
  });

  it('has the current report when no revision is stored', async () => {
    const campaign = await start('bool');
    await judge(campaign, 0, [true, false]);
    await check();
    await query('delete from campaign_snapshots where campaign_id = $1', campaign.id);
    expect(counts(await history(campaign))).toEqual([[2, 0]]);
  });

  it('has at most 199 points, and drops the one whose neighbours are closest', async () => {
    const campaign = await start('bool');
    const { id } = campaign;
    // Its first report; no other follows, because nothing is judged.
    await until(async () => (await revisions(campaign)).length === 1);
    await query(
      `insert into campaign_snapshots (campaign_id, revision, taken_at, status, models)
       select $1, 10 + n, now() - interval '1 hour' * (200 - n) - case n when 50 then interval '50 minutes' else '0' end,
         'warmup', '[]' from generate_series(0, 199) n`,
      id,
    );
    const [campaigns, snapshots] = [app.service(CampaignsRepository), app.service(SnapshotsRepository)];
    await until(async () => (await history({ id }, 200)).length === 200);
    const add = (revision: string) =>
      campaigns.transaction((tx) =>
        snapshots.add(tx, { id, revision }, { status: 'warmup', winner_model_id: null, models: [] }),
      );
    await query('delete from campaign_snapshots where campaign_id = $1 and revision < 11', id);
    await add('500');
    const left = await query<{ revision: string }>(
      'select revision from campaign_snapshots where campaign_id = $1 order by revision',
      id,
    );
    const kept = left.map(({ revision }) => Number(revision));
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([199, 11, 500]);
    expect(kept).not.toContain(59);
    const few = await history({ id }, 3);
    expect(few.map(({ models }) => models.length)).toEqual([0, 0, 2]);
    expect((await history({ id }, 1)).map(({ models }) => models.length)).toEqual([2]);
  });

  it('is removed with the campaign', async () => {
    const campaign = await start('bool');
    await judge(campaign, 0, [true]);
    await until(async () => (await revisions(campaign)).length > 0);
    await app.inference.put(campaign.id, undefined);
    await until(async () => (await revisions(campaign)).length === 0);
    await expect(history(campaign)).rejects.toMatchObject({ code: 'ab_campaign_not_found' });
    await expect(history({ id: randomUUID() })).rejects.toMatchObject({ code: 'ab_campaign_not_found' });
  });
});
