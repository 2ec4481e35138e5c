import { beforeEach, describe, expect, it } from '@jest/globals';
import { modelsState, type Model } from '@earshot/contracts-inference';
import type { Project } from '@earshot/contracts-projects';
import { aModel, aProject, ids } from '../../test/chat-fixtures.js';
import { ReplicaDouble } from '../../test/replica-double.js';
import { ModelDirectory } from '../directory/model-directory.js';
import { ObservedState } from '../directory/observed-state.js';
import { ProjectDirectory } from '../directory/project-directory.js';
import { ChatTargets } from './chat-target.js';

let projects: ReplicaDouble<Project>;
let models: ReplicaDouble<Model>;
let targets: ChatTargets;
const ask = (model: string | null, observed = {}) => targets.resolve({ project_id: ids.project, model }, observed);

beforeEach(() => {
  projects = new ReplicaDouble();
  models = new ReplicaDouble();
  targets = new ChatTargets(
    new ProjectDirectory(projects.asReplica),
    new ModelDirectory(models.asReplica),
    new ObservedState(projects.asReplica, models.asReplica),
  );
});

describe('a request', () => {
  it('goes to the model that it names, without asking the log', async () => {
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

  it('is not resolved against settings that are older than those its caller knew', async () => {
    projects.publish(aProject());
    models.publish(aModel());
    models.lags = true;
    models.publish(aModel({ system_prompt: 'New.' }));
    expect((await ask('small', { [modelsState.topic.name]: models.end })).model.system_prompt).toBe('New.');
  });

  it('is refused by a name that its caller understands', async () => {
    await expect(ask('small')).rejects.toMatchObject({ code: 'project_not_found' });
    projects.publish(aProject());
    await expect(ask('small')).rejects.toMatchObject({
      code: 'model_not_found',
      message: expect.stringContaining("'shop/small'"),
    });
    await expect(ask(null)).rejects.toMatchObject({
      code: 'model_not_found',
      message: expect.stringContaining('has no model yet'),
    });
  });

  it('may be answered by the fallbacks that are there, can chat and are not the model itself, in their order', async () => {
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

  it('is refused by models that can not chat', async () => {
    projects.publish(aProject());
    models.publish(aModel({ capabilities: ['embeddings'] }));
    await expect(ask('small')).rejects.toMatchObject({ code: 'model_not_capable' });
    models.publish(aModel({ provider: { kind: 'external' } }));
    await expect(ask('small')).rejects.toMatchObject({ code: 'model_not_capable' });
  });
});
