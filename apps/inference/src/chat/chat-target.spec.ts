import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  abCampaignsState,
  modelsState,
  type AbCampaign,
  type ChatRequest,
  type Model,
  type Tool,
} from '@earshot/contracts-inference';
import type { Project } from '@earshot/contracts-projects';
import { CampaignDirectory, ModelDirectory, ObservedState, ProjectDirectory } from '@earshot/directory';
import { ReplicaDouble } from '@earshot/messaging/testing';
import { CampaignTraffic } from '../campaigns/campaign-traffic.js';
import { aCampaign, aChatRequest, aModel, aProject, ids } from '../../test/chat-fixtures.js';
import { ChatTargets } from './chat-target.js';

let projects: ReplicaDouble<Project>;
let models: ReplicaDouble<Model>;
let campaigns: ReplicaDouble<AbCampaign>;
let targets: ChatTargets;
const ask = (model: string | null, observed = {}, changes: Partial<ChatRequest> = {}) =>
  targets.resolve(aChatRequest({ model, ...changes }), observed);

beforeEach(() => {
  projects = new ReplicaDouble();
  models = new ReplicaDouble();
  campaigns = new ReplicaDouble();
  targets = new ChatTargets(
    new ProjectDirectory(projects.asReplica),
    new ModelDirectory(models.asReplica),
    new CampaignDirectory(campaigns.asReplica),
    new CampaignTraffic(campaigns.asReplica),
    new ObservedState(projects.asReplica, models.asReplica, campaigns.asReplica, new ReplicaDouble<Tool>().asReplica),
  );
});

describe('a request', () => {
  it('goes to the model that it names, without a fence', async () => {
    projects.publish(aProject());
    models.publish(aModel());
    expect(await ask('small')).toMatchObject({ name: 'shop/small', model: { id: ids.model } });
    expect(models.fences).toBe(0);
  });

  it('finds what was published just before it', async () => {
    projects.lags = models.lags = true;
    projects.publish(aProject());
    models.publish(aModel());
    expect((await ask(null)).name).toBe('shop/small');
  });

  it('is not resolved with settings older than its caller has seen', async () => {
    projects.publish(aProject());
    models.publish(aModel());
    models.lags = true;
    models.publish(aModel({ system_prompt: 'New.' }));
    expect((await ask('small', { [modelsState.topic.name]: models.end })).model.system_prompt).toBe('New.');
  });

  it('is rejected with the name of the missing model, as its caller knows it', async () => {
    await expect(ask('small')).rejects.toMatchObject({ code: 'project_not_found' });
    projects.publish(aProject());
    await expect(ask('small')).rejects.toMatchObject({
      code: 'model_not_found',
      message: expect.stringContaining("'shop/small'"),
    });
    await expect(ask(null)).rejects.toMatchObject({
      code: 'model_not_found',
      message: expect.stringContaining('has no model'),
    });
  });

  it('may be answered by fallbacks that exist, can chat and are not the model itself, in their order', async () => {
    projects.publish(aProject());
    const fallback = ['gone', 'small', 'elsewhere', 'vectors', 'large', 'tiny'];
    models.publish(aModel({ fallback }));
    const others = { elsewhere: { provider: { kind: 'external' as const } }, vectors: { capabilities: [] }, tiny: {} };
    const seeing = { large: { capabilities: ['chat' as const, 'images' as const] } };
    for (const [position, [key, changes]] of Object.entries({ ...others, ...seeing }).entries()) {
      models.publish(aModel({ id: `0197a000-0000-7000-8000-00000000010${position}`, key, default: false, ...changes }));
    }
    const target = await ask('small');
    const names = (capability: 'chat' | 'images') => targets.fallbacks(target, capability).map(({ name }) => name);
    expect(names('chat')).toEqual(['shop/large', 'shop/tiny']);
    expect(names('images')).toEqual(['shop/large']);
  });

  it('is rejected by models that cannot chat', async () => {
    projects.publish(aProject());
    models.publish(aModel({ capabilities: ['embeddings'] }));
    await expect(ask('small')).rejects.toMatchObject({ code: 'model_not_capable' });
    models.publish(aModel({ provider: { kind: 'external' } }));
    await expect(ask('small')).rejects.toMatchObject({ code: 'model_not_capable' });
  });
});

describe('a request to the default model', () => {
  const byModel = async (changes: Partial<ChatRequest> = {}) => {
    const sessions = Array.from({ length: 64 }, (_, n) => `0197a000-0000-7000-8000-${String(n).padStart(12, '0')}`);
    const found = await Promise.all(sessions.map((session_id) => ask(null, {}, { session_id, ...changes })));
    return new Map(found.map(({ name, drawn }) => [name, drawn]));
  };
  const drawn = { propensity: 0.5, campaignId: ids.campaign };
  const both = new Map([
    ['shop/small', drawn],
    ['shop/other', drawn],
  ]);

  beforeEach(() => {
    projects.publish(aProject());
    models.publish(aModel());
    models.publish(aModel({ id: ids.otherModel, key: 'other', default: false }));
  });

  it('is answered by the models of the campaign with default traffic, in warmup and in progress', async () => {
    for (const status of ['warmup', 'in_progress'] as const) {
      campaigns.publish(aCampaign({ status }));
      expect(await byModel()).toEqual(both);
    }
  });

  it('is drawn without a fence', async () => {
    campaigns.publish(aCampaign());
    await ask(null);
    expect(campaigns.fences + models.fences).toBe(0);
  });

  it('is drawn outside of the campaign too, and its probability adds both ways to its model', async () => {
    campaigns.publish(aCampaign({ traffic_split: 0.5 }));
    const parts = new Map<string, Set<string>>();
    for (let n = 0; n < 64; n += 1) {
      const { name, drawn: lot } = await ask(
        null,
        {},
        { session_id: `0197a000-0000-7000-8000-${String(n).padStart(12, '0')}` },
      );
      parts.set(name, (parts.get(name) ?? new Set()).add(`${lot?.campaignId ?? 'outside'} ${lot?.propensity}`));
    }
    expect(parts.get('shop/small')).toEqual(new Set([`${ids.campaign} 0.75`, 'outside 0.75']));
    expect(parts.get('shop/other')).toEqual(new Set([`${ids.campaign} 0.25`]));
  });

  it('takes no part in finished campaigns, even if it names one', async () => {
    for (const status of ['done', 'cancelled'] as const) {
      campaigns.publish(aCampaign({ status }));
      const usual = new Map([['shop/small', undefined]]);
      expect(await byModel()).toEqual(usual);
      expect(await byModel({ ab_campaign: 'trial' })).toEqual(usual);
    }
  });

  it('takes part in a campaign without default traffic if it names it, by id or key', async () => {
    campaigns.publish(aCampaign({ traffic_split: 0 }));
    expect(await byModel()).toEqual(new Map([['shop/small', undefined]]));
    for (const ab_campaign of ['trial', ids.campaign]) expect(await byModel({ ab_campaign })).toEqual(both);
  });

  it('finds a campaign that was published just before it, and is rejected when there is none', async () => {
    campaigns.lags = true;
    campaigns.publish(aCampaign());
    expect((await ask(null, {}, { ab_campaign: 'trial' })).drawn).toEqual(drawn);
    const refusal = { code: 'ab_campaign_not_found', type: 'not_found_error', param: 'ab_campaign' };
    await expect(ask(null, {}, { ab_campaign: 'gone' })).rejects.toMatchObject(refusal);
  });

  it('is drawn by the campaign that its caller has seen', async () => {
    campaigns.lags = true;
    campaigns.publish(aCampaign());
    expect((await ask(null, { [abCampaignsState.topic.name]: campaigns.end })).drawn).toEqual(drawn);
  });

  it('waits for the model that it was drawn for', async () => {
    models.lags = true;
    models.publish(aModel({ id: '0197a000-0000-7000-8000-0000000000aa', key: 'late', default: false }));
    const late = '0197a000-0000-7000-8000-0000000000aa';
    campaigns.publish(aCampaign({ model_ids: [late, late] }));
    expect((await ask(null)).name).toBe('shop/late');
  });
});

it('a request that names a model takes no part in campaigns', async () => {
  projects.publish(aProject());
  models.publish(aModel());
  campaigns.publish(aCampaign());
  expect((await ask('small')).drawn).toBeUndefined();
});
