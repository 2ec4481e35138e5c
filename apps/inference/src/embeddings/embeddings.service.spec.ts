import { beforeEach, describe, expect, it } from '@jest/globals';
import { modelsState, type AbCampaign, type EmbedRequest, type Model, type Tool } from '@earshot/contracts-inference';
import type { Project } from '@earshot/contracts-projects';
import { ModelDirectory, ObservedState, ProjectDirectory } from '@earshot/directory';
import { invalidRequest } from '@earshot/errors';
import { ReplicaDouble } from '@earshot/messaging/testing';
import type { Logger } from '@earshot/service-kit';
import { lastValueFrom, toArray } from 'rxjs';
import { aModel, aProject, call, ids } from '../../test/chat-fixtures.js';
import { Providers } from '../providers/providers.js';
import { RunningChats } from '../chat/running-chats.js';
import type { ProviderEmbeddingRequest, ProviderEmbeddings } from '../providers/model-provider.js';
import { EmbeddingTargets } from './embedding-target.js';
import { EmbeddingsService } from './embeddings.service.js';

/** What the provider does; what it was asked last; what was logged. */
let embeds: (request: ProviderEmbeddingRequest, signal: AbortSignal) => Promise<ProviderEmbeddings>;
let lastCall: { model: Model; request: ProviderEmbeddingRequest } | undefined;
let logged: string[];
let running: RunningChats;
let service: EmbeddingsService;
let models: ReplicaDouble<Model>;

const vectors = (count: number) => Array.from({ length: count }, (_, index) => Float32Array.of(index, 0.5));

beforeEach(() => {
  const projects = new ReplicaDouble<Project>();
  models = new ReplicaDouble<Model>();
  projects.publish(aProject());
  models.publish(aModel({ capabilities: ['embeddings'] }));
  embeds = ({ input }) => Promise.resolve({ vectors: vectors(input.length), promptTokens: 7 });
  lastCall = undefined;
  logged = [];
  running = new RunningChats(1);
  const providers: Pick<Providers, 'embed'> = {
    embed: (model, request, signal) => {
      lastCall = { model, request };
      return embeds(request, signal);
    },
  };
  const log = (_fields: object, text: string) => void logged.push(text);
  service = new EmbeddingsService(
    new EmbeddingTargets(
      new ProjectDirectory(projects.asReplica),
      new ModelDirectory(models.asReplica),
      new ObservedState(
        projects.asReplica,
        models.asReplica,
        new ReplicaDouble<AbCampaign>().asReplica,
        new ReplicaDouble<Tool>().asReplica,
      ),
    ),
    providers as Providers,
    running,
    { error: log, warn: log } as unknown as Logger,
  );
});

function ask(changes: Partial<EmbedRequest> = {}, signal = new AbortController().signal) {
  const request = { project_id: ids.project, model: null, input: ['a', 'b'], dimensions: null, user: null, ...changes };
  const observed = { [modelsState.topic.name]: 0 };
  return lastValueFrom(service.embed(request, { call, signal, observed }).pipe(toArray()));
}

describe('vectors', () => {
  it('are those of the provider, with the name of its model and its usage', async () => {
    const [chunk, ...more] = await ask();
    expect([chunk?.head, more]).toEqual([{ model: 'shop/small', dimensions: 2, prompt_tokens: 7 }, []]);
    const bytes = Buffer.from(chunk?.bytes ?? '', 'base64');
    expect([0, 4, 8, 12].map((at) => bytes.readFloatLE(at))).toEqual([0, 0.5, 1, 0.5]);
  });

  it('are requested in the form of the caller, for its project', async () => {
    await ask({ dimensions: 2, user: ids.session });
    const wanted = { input: ['a', 'b'], dimensions: 2, user: ids.session, project: ids.project, parameters: {} };
    expect(lastCall?.request).toEqual(wanted);
    await ask();
    expect(lastCall?.request).toEqual({
      input: ['a', 'b'],
      dimensions: undefined,
      user: undefined,
      project: ids.project,
      parameters: {},
    });
  });

  it('have the further parameters of the caller where a server decides about them', async () => {
    const [chunk] = await ask({ parameters: { input_type: 'query' } });
    expect(lastCall?.request.parameters).toEqual({ input_type: 'query' });
    expect(chunk?.head).not.toHaveProperty('dropped_params');
  });

  it('are refused by the embedded engine for a further parameter, or come without it', async () => {
    models.publish(aModel({ capabilities: ['embeddings'], provider: { kind: 'llama', model_file: 'a.gguf' } }));
    const parameters = { input_type: 'query', truncate: 'END' };
    const refusal = { code: 'unsupported_parameter', param: 'input_type' };
    await expect(ask({ parameters })).rejects.toMatchObject(refusal);
    expect(lastCall).toBeUndefined();
    const [chunk] = await ask({ parameters, drop_params: true });
    expect(chunk?.head?.dropped_params).toEqual(['input_type', 'truncate']);
    expect(lastCall?.request.parameters).toEqual({});
  });
});

describe('a failed request', () => {
  it('returns the error of the provider, and logs nothing', async () => {
    embeds = () => Promise.reject(invalidRequest('provider_rejected', 'Too long.'));
    await expect(ask()).rejects.toMatchObject({ code: 'provider_rejected' });
    expect(logged).toEqual([]);
  });

  it('is logged when the fault is internal', async () => {
    embeds = () => Promise.reject(new TypeError('x is undefined'));
    await expect(ask()).rejects.toThrow(TypeError);
    expect(logged).toEqual(['embedding failed']);
  });

  it('is an interruption when nobody waits for it, whatever the provider answers', async () => {
    const abort = new AbortController();
    embeds = () => {
      abort.abort();
      return Promise.reject(new Error('aborted'));
    };
    await expect(ask({}, abort.signal)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(logged).toEqual([]);
  });

  it('is rejected above the limit that it shares with chats', async () => {
    let end: () => void = () => undefined;
    const chat = running.run('p', () => new Promise((resolve) => (end = resolve)));
    await expect(ask()).rejects.toMatchObject({ code: 'queue_full' });
    end();
    await chat;
    expect(await ask()).toHaveLength(1);
  });
});
