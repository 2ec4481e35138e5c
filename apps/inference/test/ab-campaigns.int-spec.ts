import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 } from 'uuid';
import { CampaignScene } from './campaigns.js';
import { until } from '@earshot/messaging/testing';
import { InferenceApp } from './inference-app.js';

let app: InferenceApp;

beforeAll(async () => {
  app = await InferenceApp.begin();
}, 60_000);

afterAll(() => app.end(), 60_000);

describe('campaigns', () => {
  it('are in every replica when their creation is answered, with resolved names', async () => {
    const scene = await CampaignScene.in(app);
    const made = await scene.create('trial', { traffic_split: 0.25 });
    const [, second, third] = scene.models;
    expect(made).toMatchObject({
      metric_id: scene.metricId,
      model_ids: [second.id, third.id],
      traffic_split: 0.25,
      status: 'warmup',
      winner_model_id: null,
    });
    await app.neighbours.campaigns.fence();
    expect(app.neighbours.campaigns.get(made.id)).toEqual(made);
    expect(await scene.list()).toEqual([made]);
  });

  it('are created once for repeated commands', async () => {
    const scene = await CampaignScene.in(app);
    const [id, command] = [v7(), v7()];
    const made = await scene.create('trial', { id }, command);
    expect(await scene.create('trial', { id }, command)).toEqual(made);
    expect(await scene.list()).toHaveLength(1);
  });

  it('are rejected when what they name is missing or does not fit, with the path of the name', async () => {
    const scene = await CampaignScene.in(app);
    const elsewhere = await CampaignScene.in(app);
    await app.makeModel(scene.project.id, 'vectors', { capabilities: ['embeddings'] });
    await app.makeModel(scene.project.id, 'abroad', { provider: { kind: 'external' }, capabilities: ['chat'] });
    const foreign = elsewhere.models[0].id;
    const rejection = (wrong: string, error: object) =>
      expect(scene.create('trial', { models: ['first', wrong, 'second'] })).rejects.toMatchObject(error);
    for (const wrong of ['gone', v7(), foreign])
      await rejection(wrong, { code: 'model_not_found', type: 'not_found_error', param: 'models[1]' });
    for (const wrong of ['vectors', 'abroad', scene.models[0].id])
      await rejection(wrong, { code: 'campaign_model_invalid', type: 'invalid_request_error', param: 'models[1]' });
    for (const metric of ['gone', elsewhere.metricId]) {
      const refusal = { code: 'metric_not_found', param: 'metric' };
      await expect(scene.create('trial', { metric })).rejects.toMatchObject(refusal);
    }
    await expect(scene.create('trial', { project_id: v7() })).rejects.toMatchObject({ code: 'project_not_found' });
    const made = await scene.create('trial', { metric: scene.metricId });
    await expect(scene.create('trial')).rejects.toMatchObject({ code: 'key_taken', param: 'key' });
    const twin = elsewhere.create('other', { id: made.id, models: ['first', 'second'] });
    await expect(twin).rejects.toMatchObject({ code: 'id_taken', param: 'id' });
    expect(await scene.list()).toEqual([made]);
  });

  it('take the default traffic of their project one at a time; those without it may be many', async () => {
    const scene = await CampaignScene.in(app);
    const attempts = ['a', 'b', 'c', 'd'].map((key) => scene.create(key));
    const results = await Promise.allSettled(attempts);
    const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(made).toHaveLength(1);
    for (const result of results.filter(({ status }) => status === 'rejected')) {
      expect(result).toMatchObject({
        reason: { code: 'campaign_running', type: 'conflict_error', param: 'traffic_split' },
      });
    }
    await scene.create('asked-1', { traffic_split: 0 });
    await scene.create('asked-2', { traffic_split: 0 });
    await scene.advance(made[0]!, 'in_progress');
    await expect(scene.create('next')).rejects.toMatchObject({ code: 'campaign_running' });
    await scene.change(made[0]!, { status: 'cancelled' });
    expect((await scene.create('next')).status).toBe('warmup');
    await (await CampaignScene.in(app)).create('elsewhere', { models: ['first', 'second'] });
  });

  it('stay cancelled, and are deleted only when they are over', async () => {
    const scene = await CampaignScene.in(app);
    const made = await scene.create('trial');
    await expect(scene.remove(made)).rejects.toMatchObject({ code: 'campaign_running', type: 'conflict_error' });
    const cancelled = await scene.change(made, { status: 'cancelled' });
    expect(cancelled).toEqual({ ...made, status: 'cancelled', updated_at: cancelled.updated_at });
    await expect(scene.change(made, { status: 'cancelled' })).rejects.toMatchObject({ code: 'campaign_over' });
    expect(await scene.change(made, { name: 'Tried' })).toMatchObject({ name: 'Tried', status: 'cancelled' });
    await scene.remove(made);
    await expect(scene.remove(made)).rejects.toMatchObject({ code: 'ab_campaign_not_found' });
    await app.neighbours.campaigns.fence();
    expect(app.neighbours.campaigns.get(made.id)).toBeUndefined();
  });

  it('are deleted with their project', async () => {
    const scene = await CampaignScene.in(app);
    const made = await scene.create('trial');
    await app.neighbours.publishRemoval(scene.project.id);
    await until(() => app.neighbours.campaigns.get(made.id) === undefined, 'the campaign to go');
    expect(await scene.list()).toEqual([]);
  });
});

describe('a campaign that is advanced', () => {
  it('only moves forwards, however often it is told, and keeps its first winner', async () => {
    const scene = await CampaignScene.in(app);
    const [, second, third] = scene.models;
    const made = await scene.create('trial');
    const progressing = await scene.advance(made, 'in_progress', second.id);
    expect(progressing).toMatchObject({ status: 'in_progress', winner_model_id: null });
    expect(await scene.advance(made, 'in_progress')).toEqual(progressing);
    const refusal = { code: 'winner_invalid', param: 'winner_model_id' };
    await expect(scene.advance(made, 'done', scene.models[0].id)).rejects.toMatchObject(refusal);
    const done = await scene.advance(made, 'done', second.id);
    expect(done).toMatchObject({ status: 'done', winner_model_id: second.id });
    expect(await scene.advance(made, 'in_progress')).toEqual(done);
    expect(await scene.advance(made, 'done', third.id)).toEqual(done);
    await expect(scene.change(made, { status: 'cancelled' })).rejects.toMatchObject({ code: 'campaign_over' });
    expect(await scene.defaultKey()).toBe('first');
  });

  it('stays cancelled, and publishes nothing', async () => {
    const scene = await CampaignScene.in(app);
    const made = await scene.create('trial', { auto_deploy: true });
    const cancelled = await scene.change(made, { status: 'cancelled' });
    expect(await scene.advance(made, 'done', scene.models[1].id)).toEqual(cancelled);
    expect(await scene.defaultKey()).toBe('first');
  });

  it('makes its winner the default model of its project if requested', async () => {
    const scene = await CampaignScene.in(app);
    const made = await scene.create('trial', { auto_deploy: true });
    await scene.advance(made, 'done', scene.models[2].id);
    expect(await scene.defaultKey()).toBe('third');
    await app.neighbours.models.fence();
    expect(app.neighbours.models.get(scene.models[2].id)?.default).toBe(true);
    expect(app.neighbours.models.get(scene.models[0].id)?.default).toBe(false);
    const undecided = await scene.create('again', { auto_deploy: true });
    expect((await scene.advance(undecided, 'done')).winner_model_id).toBeNull();
    expect(await scene.defaultKey()).toBe('third');
  });
});

describe('the models of a running campaign', () => {
  it('cannot be deleted, nor lose the chat capability, until it is over', async () => {
    const scene = await CampaignScene.in(app);
    const [, second, third] = scene.models;
    const made = await scene.create('trial');
    const refusal = { code: 'model_in_campaign', type: 'conflict_error' };
    await expect(app.removeModel(second)).rejects.toMatchObject(refusal);
    await expect(app.changeModel(third, { capabilities: ['embeddings'] })).rejects.toMatchObject(refusal);
    await expect(app.changeModel(third, { provider: { kind: 'external' } })).rejects.toMatchObject(refusal);
    expect((await app.changeModel(third, { key: 'renamed' })).key).toBe('renamed');
    await scene.change(made, { status: 'cancelled' });
    await app.changeModel(third, { capabilities: ['embeddings'] });
    await app.removeModel(second);
    expect((await scene.list())[0]?.model_ids).toEqual([second.id, third.id]);
  });
});

describe('a chat with the default model', () => {
  it('is recorded with its campaign and propensity, with one model in all of its session', async () => {
    const scene = await CampaignScene.in(app);
    const made = await scene.create('trial');
    const session_id = v7();
    const records = [await scene.record({ session_id }), await scene.record({ session_id })];
    for (const record of records) expect(record).toMatchObject({ ab_campaign: made.id, propensity: 0.5 });
    expect(scene.models.slice(1).map(({ key }) => `${scene.project.key}/${key}`)).toContain(records[0]?.model);
    expect(records[1]?.model).toBe(records[0]?.model);
  });

  it('takes no part in a finished campaign that it names, and is rejected for a missing one', async () => {
    const scene = await CampaignScene.in(app);
    const made = await scene.create('trial');
    await scene.change(made, { status: 'cancelled' });
    const record = await scene.record({ ab_campaign: 'trial' });
    const { model, ab_campaign, propensity } = record ?? {};
    expect([model, ab_campaign, propensity]).toEqual([`${scene.project.key}/first`, undefined, undefined]);
    const refusal = { code: 'ab_campaign_not_found', param: 'ab_campaign' };
    await expect(scene.record({ ab_campaign: 'gone' })).rejects.toMatchObject(refusal);
  });
});
