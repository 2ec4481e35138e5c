import { describe, expect, it } from '@jest/globals';
import { aChatRequest, aModel, aProject } from '../../test/chat-fixtures.js';
import type { ChatTarget } from './chat-target.js';
import { toProviderRequest, toTask, toTasks } from './chat-task.js';

const template = 'You are {{ name }}.';

function targetWith(ofModel: string | null, ofProject: string | null = null): ChatTarget {
  return {
    project: aProject({ system_prompt: ofProject }),
    model: aModel({ system_prompt: ofModel }),
    name: 'shop/small',
  };
}

it('has the response format of its request among its parameters, for the provider and for the record', () => {
  const response_format = { type: 'json_object' as const };
  const task = toTask(aChatRequest({ response_format }), targetWith(null));
  expect(task.parameters).toMatchObject({ response_format });
  expect(toProviderRequest(task, []).responseFormat).toEqual(response_format);
  expect(toTask(aChatRequest(), targetWith(null)).parameters).not.toHaveProperty('response_format');
});

describe('the system prompt of a request', () => {
  it.each([
    ["the model's", targetWith('a', 'b'), 'a'],
    ["the project's where the model has none", targetWith(null, 'b'), 'b'],
    ['none where neither has one', targetWith(null), null],
    ['none where the model has an empty one', targetWith('', 'b'), ''],
  ])('is %s', (_, target, prompt) => {
    expect(toTask(aChatRequest(), target).systemPrompt).toBe(prompt);
  });

  it('is filled in with the arguments of the request', () => {
    const request = aChatRequest({ system_prompt_args: { name: 'Ada', unused: 1 } });
    expect(toTask(request, targetWith(template)).systemPrompt).toBe('You are Ada.');
  });

  it('is refused where an argument is missing', () => {
    expect(() => toTasks(aChatRequest(), targetWith(template), [])).toThrow(
      expect.objectContaining({ code: 'system_prompt_argument_missing', param: 'system_prompt_args.name' }),
    );
  });

  it('keeps a fallback from answering that would need other arguments', () => {
    const tasks = toTasks(aChatRequest(), targetWith('a'), [targetWith(template), targetWith('c')]);
    expect(tasks.map(({ systemPrompt }) => systemPrompt)).toEqual(['a', 'c']);
  });
});
