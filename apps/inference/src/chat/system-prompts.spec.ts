import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aModel, aProject } from '../../test/chat-fixtures.js';
import type { ChatTarget } from './chat-target.js';
import { FirstTokenDeadline } from './first-token-deadline.js';
import { SystemPrompts } from './system-prompts.js';

/** Keeps a filter busy for longer than a template may take: each comparison takes a path of many steps apart. */
const expensive = '{{ numbers | sort: path }}';
const expensiveArgs = { numbers: Array.from({ length: 8_000 }, (_, at) => at), path: '.'.repeat(20_000) };

function targetWith(ofModel: string | null, ofProject: string | null = null, projectId = aProject().id): ChatTarget {
  return {
    project: aProject({ id: projectId, system_prompt: ofProject }),
    model: aModel({ system_prompt: ofModel }),
    name: 'shop/small',
  };
}

describe('the system prompt of a request', () => {
  const warnings: unknown[] = [];
  const logger = { warn: (fields: unknown) => warnings.push(fields) };
  const never = new AbortController().signal;
  let prompts: SystemPrompts;

  beforeAll(() => {
    prompts = new SystemPrompts(logger as never);
  });

  afterAll(() => prompts.close());

  const render = (target: ChatTarget, args: Record<string, unknown> = {}, signal = never) =>
    prompts.render(target, args, { signal });

  it.each([
    ["the model's", targetWith('a', 'b'), 'a'],
    ["the project's where the model has none", targetWith(null, 'b'), 'b'],
    ['none where neither has one', targetWith(null), null],
    ['none where the model has an empty one', targetWith('', 'b'), ''],
    ['filled in with the arguments', targetWith('You are {{ name }}.'), 'You are Ada.'],
  ])('is %s', async (_, target, prompt) => {
    expect(await render(target, { name: 'Ada', unused: 1 })).toBe(prompt);
  });

  it.each([
    ['You are {{ name }}.', 'system_prompt_argument_missing', 'system_prompt_args.name', /'name'/],
    ['{{ "%" | url_decode }}', 'system_prompt_failed', 'system_prompt_args', /malformed/],
    ['{{ "a" | has_exp: "x", "x" }}', 'system_prompt_failed', 'system_prompt_args', /'has_exp' is not supported/],
    ['{% for i in (1..2000000) %}{% endfor %}', 'template_too_expensive', 'system_prompt_args', /steps/],
  ])('is rejected for %s, and the error names the template', async (template, code, param, why) => {
    const refusal = { type: 'invalid_request_error', code, param };
    const ofModel = render(targetWith(template));
    await expect(ofModel).rejects.toMatchObject({ ...refusal, message: expect.stringMatching(why) });
    await expect(ofModel).rejects.toThrow("of model 'shop/small'");
    await expect(render(targetWith(null, template))).rejects.toThrow("of project 'shop'");
  });

  it('is available to other projects while a template of one is aborted, which is logged', async () => {
    const settled: string[] = [];
    const attack = render(targetWith(expensive), expensiveArgs).catch((error: { code: string }) => error);
    const second = render(targetWith(expensive), expensiveArgs).catch((error: { code: string }) => error);
    for (const one of [attack, second]) void one.then(() => settled.push('attack'));
    const other = targetWith('{{ a }}', null, '0197a000-0000-7000-8000-0000000000ff');
    for (let at = 0; at < 20; at += 1) expect(await render(other, { a: at })).toBe(String(at));
    settled.push('other');
    expect(await attack).toMatchObject({ code: 'template_too_expensive', type: 'invalid_request_error' });
    expect(await second).toMatchObject({ code: 'template_too_expensive' });
    expect(settled).toEqual(['other', 'attack', 'attack']);
    expect(warnings).toContainEqual(expect.objectContaining({ model: 'shop/small', reason: expect.any(String) }));
    expect(JSON.stringify(warnings)).not.toContain('....');
  });

  it('is rejected after a timeout when its project uses all the time', async () => {
    const before = Array.from({ length: 5 }, () => render(targetWith(expensive), expensiveArgs));
    const outcomes = await Promise.allSettled([...before, render(targetWith('{{ a }}'), { a: 1 })]);
    const codes = outcomes.map((one) =>
      one.status === 'rejected' ? (one.reason as { code: string }).code : 'rendered',
    );
    expect(codes[0]).toBe('template_too_expensive');
    expect(codes.at(-1)).toBe('system_prompts_busy');
    expect(outcomes.at(-1)).toMatchObject({ reason: { type: 'rate_limit_error', retryAfterS: 1 } });
  });

  it('is aborted when nobody waits any more, or its first token is late', async () => {
    const abort = new AbortController();
    const running = render(targetWith(expensive), expensiveArgs).catch(() => undefined);
    const left = render(targetWith('{{ a }}'), { a: 1 }, abort.signal);
    const deadline = new FirstTokenDeadline(Date.now(), never);
    const late = prompts.render(targetWith('{{ a }}'), { a: 1 }, { signal: deadline.signal, deadline });
    abort.abort();
    await expect(left).rejects.toMatchObject({ code: 'service_unavailable' });
    await expect(late).rejects.toMatchObject({ code: 'ttft_exceeded' });
    await running;
  });
});
