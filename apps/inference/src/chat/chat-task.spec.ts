import { describe, expect, it } from '@jest/globals';
import type { ChatRequest, Model } from '@earshot/contracts-inference';
import { invalidRequest } from '@earshot/errors';
import { aChatRequest, aModel, aProject } from '../../test/chat-fixtures.js';
import type { ChatTarget } from './chat-target.js';
import { toProviderRequest, toTask, toTasks, type PromptOf } from './chat-task.js';

function aTarget(key = 'small'): ChatTarget {
  return { project: aProject(), model: aModel({ key }), name: `shop/${key}` };
}

it('has the response format of its request among its parameters, for the provider and the record', () => {
  const response_format = { type: 'json_object' as const };
  const task = toTask(aChatRequest({ response_format }), aTarget());
  expect(task.parameters).toMatchObject({ response_format });
  expect(toProviderRequest(task, []).parameters.response_format).toEqual(response_format);
  expect(toTask(aChatRequest(), aTarget()).parameters).not.toHaveProperty('response_format');
});

it('lets other requests go first where it replays a stored prompt', () => {
  const requestOf = (fields: Partial<ChatRequest>) => toProviderRequest(toTask(aChatRequest(fields), aTarget()), []);
  expect(requestOf({ replay: true }).background).toBe(true);
  expect(requestOf({})).not.toHaveProperty('background');
});

describe('further parameters of a request', () => {
  const parameters = { seed: 7, guided_json: { type: 'object' }, top_k: 5 };
  const llama: Model['provider'] = { kind: 'llama', model_file: 'a.gguf' };
  const taskFor = (fields: Partial<ChatRequest>, provider: Model['provider'] = llama) => {
    const target = aTarget();
    return toTask(aChatRequest(fields), { ...target, model: { ...target.model, provider } });
  };

  it('reach a server unchanged', () => {
    const task = taskFor({ parameters }, aModel().provider);
    expect(toProviderRequest(task, []).parameters).toEqual(parameters);
    expect(task.dropped).toEqual([]);
  });

  it('are rejected by name when the engine does not support one', () => {
    const error = expect.objectContaining({ code: 'unsupported_parameter', param: 'guided_json' });
    expect(() => taskFor({ parameters })).toThrow(error);
  });

  it('include fields of messages, parts and functions, which are rejected by their path and dropped once by name', () => {
    const provider_fields = { weight: 1, cache_control: {}, reasoning_content: 'Hm' };
    const content = [{ type: 'text' as const, text: 'Hi', provider_fields: { weight: 1 } }];
    const messages: ChatRequest['messages'] = [
      { role: 'user', content },
      { role: 'assistant', content: 'Hi', provider_fields },
      { role: 'user', content: '?', provider_fields },
    ];
    const rejected = expect.objectContaining({ param: 'messages[0].content[0].weight' });
    expect(() => taskFor({ messages })).toThrow(rejected);
    const dropped = ['messages[].content[].weight', 'messages[].weight'];
    expect(taskFor({ messages, drop_params: true }).dropped).toEqual(dropped);
    expect(taskFor({ messages }, aModel().provider).dropped).toEqual([]);
  });

  it('are dropped by name with drop_params, the others are kept', () => {
    const task = taskFor({ parameters, drop_params: true });
    expect(toProviderRequest(task, []).parameters).toEqual({ seed: 7, top_k: 5 });
    expect(task.dropped).toEqual(['guided_json']);
  });
});

it('tell providers whether the request may be stored', () => {
  for (const store of [true, false]) {
    expect(toProviderRequest(toTask(aChatRequest({ store }), aTarget()), []).stored).toBe(store);
  }
});

describe('a task', () => {
  const promptOf: PromptOf = async ({ model: { key } }) => {
    if (key.includes('_')) throw invalidRequest(key, 'No.');
    return `Be ${key}.`;
  };
  const tasksOf = (...[first = '', ...others]: string[]) =>
    toTasks(aChatRequest(), aTarget(first), others.map(aTarget), promptOf);

  it('has the system prompt of its own target', async () => {
    const tasks = await tasksOf('small', 'large');
    expect(tasks.map(({ systemPrompt }) => systemPrompt)).toEqual(['Be small.', 'Be large.']);
  });

  it('is rejected when no prompt exists for its target', async () => {
    await expect(tasksOf('system_prompt_failed', 'large')).rejects.toMatchObject({ code: 'system_prompt_failed' });
  });

  it('has no fallbacks whose prompt needs other arguments', async () => {
    const tasks = await tasksOf('small', 'system_prompt_argument_missing', 'large');
    expect(tasks.map(({ target }) => target.name)).toEqual(['shop/small', 'shop/large']);
  });

  it('waits for at most one expensive prompt of its fallbacks', async () => {
    const tasks = await tasksOf('small', 'large', 'template_too_expensive', 'other');
    expect(tasks.map(({ target }) => target.name)).toEqual(['shop/small', 'shop/large']);
  });
});
