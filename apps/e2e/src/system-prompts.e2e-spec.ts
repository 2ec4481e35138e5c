import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, makeProject } from './support/api.js';
import { ScriptedProvider } from './support/provider.js';

describe('system prompts', () => {
  const provider = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;
  let baseUrl: string;

  beforeAll(async () => {
    baseUrl = await provider.start();
    project = await makeProject();
    await change(`/api/v1/projects/${project.key}`, { system_prompt: 'Of {{ shop }}.' });
    const remote = { kind: 'openai', base_url: baseUrl, model: 'upstream-model' };
    for (const [key, system_prompt] of [
      ['plain', null],
      ['named', 'You are {{ name }}.{% if formal %} Be formal.{% endif %}'],
    ] as const) {
      const model = { key, provider: remote, system_prompt };
      const created = await call('POST', `/api/v1/projects/${project.key}/models`, {
        key: project.apiKey,
        body: model,
      });
      expect(created.status).toBe(201);
    }
  });

  afterAll(() => provider.stop());

  async function change(path: string, body: object): Promise<void> {
    const { status } = await call('PATCH', path, { body });
    expect(status).toBe(200);
  }

  const chat = (model: string, fields: object = {}) =>
    call('POST', '/api/v1/chat/completions', {
      key: project.apiKey,
      body: { model: `${project.key}/${model}`, messages: [{ role: 'user', content: 'Hi' }], ...fields },
    });

  it.each([
    ['named', { name: 'Ada' }, 'You are Ada.'],
    ['named', { name: '<Ada> & {{ name }}', formal: true }, 'You are <Ada> & {{ name }}. Be formal.'],
    ['plain', { shop: 'the bicycle shop' }, 'Of the bicycle shop.'],
  ])('of %s are rendered with %j, before the messages', async (model, system_prompt_args, prompt) => {
    const { status } = await chat(model, { system_prompt_args });
    expect(status).toBe(200);
    expect(provider.requests.at(-1)?.['messages']).toEqual([
      { role: 'system', content: prompt },
      { role: 'user', content: 'Hi' },
    ]);
  });

  it('precede the system messages of the caller, which stay', async () => {
    const messages = [
      { role: 'system', content: 'Answer in one word.' },
      { role: 'user', content: 'Hi' },
    ];
    await chat('named', { messages, system_prompt_args: { name: 'Ada' } });
    expect(provider.requests.at(-1)?.['messages']).toEqual([{ role: 'system', content: 'You are Ada.' }, ...messages]);
  });

  it.each([
    [{}, 'system_prompt_argument_missing', 'system_prompt_args.name'],
    [{ system_prompt_args: { nobody: 1 } }, 'system_prompt_argument_missing', 'system_prompt_args.name'],
    [{ system_prompt_args: 'Ada' }, 'invalid_field', 'system_prompt_args'],
  ])('that cannot be rendered with the arguments are a 400 that names what is missing', async (fields, code, param) => {
    const { status, body } = await chat('named', fields);
    expect([status, body.error?.code, body.error?.param]).toEqual([400, code, param]);
  });

  it('that are no valid template are rejected when they are set', async () => {
    const path = `/api/v1/projects/${project.key}`;
    for (const [method, at, body] of [
      ['PATCH', path, { system_prompt: '{{ name' }],
      ['PATCH', `${path}/models/named`, { system_prompt: '{% include "secrets" %}' }],
      ['PATCH', path, { system_prompt: '{{ a | has_exp: "x", "x == 1" }}' }],
    ] as const) {
      const { status, body: refusal } = await call(method, at, { body });
      expect([status, refusal.error?.code, refusal.error?.param]).toEqual([400, 'invalid_field', 'system_prompt']);
    }
  });

  it('that take too long are a 400 that names the template, while others are answered', async () => {
    const remote = { kind: 'openai', base_url: baseUrl, model: 'upstream-model' };
    const sorted = { key: 'sorted', provider: remote, system_prompt: '{{ numbers | sort: path }}' };
    const models = `/api/v1/projects/${project.key}/models`;
    const created = await call('POST', models, { key: project.apiKey, body: sorted });
    expect(created.status).toBe(201);
    const system_prompt_args = { numbers: Array.from({ length: 8_000 }, (_, at) => at), path: '.'.repeat(20_000) };
    let attacked = false;
    const attack = Promise.all(Array.from({ length: 2 }, () => chat('sorted', { system_prompt_args }))).finally(
      () => (attacked = true),
    );
    const other = await makeProject();
    const model = { key: 'named', provider: remote, system_prompt: 'You are {{ name }}.' };
    await call('POST', `/api/v1/projects/${other.key}/models`, { key: other.apiKey, body: model });
    let answered = 0;
    while (!attacked) {
      const body = {
        model: other.key,
        messages: [{ role: 'user', content: 'Hi' }],
        system_prompt_args: { name: 'Ada' },
      };
      expect((await call('POST', '/api/v1/chat/completions', { key: other.apiKey, body })).status).toBe(200);
      answered += 1;
    }
    for (const { status, body } of await attack) {
      expect([status, body.error?.code]).toEqual([400, 'template_too_expensive']);
      expect(body.error?.message).toContain(`model '${project.key}/sorted'`);
    }
    expect(answered).toBeGreaterThan(0);
  });
});
