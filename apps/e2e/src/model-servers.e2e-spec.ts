import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import OpenAI from 'openai';
import { AnthropicUpstream } from './support/anthropic-upstream.js';
import { call, makeProject } from './support/api.js';
import { azureOpenai } from './support/model-servers/azure-openai.js';
import { llamaCpp } from './support/model-servers/llama-cpp.js';
import { ollama } from './support/model-servers/ollama.js';
import { openai } from './support/model-servers/openai.js';
import { openrouter, openrouterBroken } from './support/model-servers/openrouter.js';
import { ReplayingServer } from './support/model-servers/replaying-server.js';
import type { ServerAnswers } from './support/model-servers/server-answers.js';
import { vllm } from './support/model-servers/vllm.js';
import { stack } from './support/stack.js';

jest.setTimeout(120_000);

const folder = resolve(import.meta.dirname, '../../../docs/snippets/providers');
const messages = [{ role: 'user' as const, content: 'Hello' }];
const tools = [{ type: 'function' as const, function: { name: 'weather', parameters: { type: 'object' } } }];

interface Settings {
  readonly key: string;
  readonly provider: {
    readonly kind: string;
    readonly base_url: string;
    readonly model: string;
    readonly api_key?: string;
  };
}

/** A case: its answers, the path of its chats, and what becomes of its error. */
interface Case {
  readonly answers: ServerAnswers;
  readonly path: string;
  readonly reasons: boolean;
  readonly error: { readonly status: number; readonly code: string };
}

const chats = '/v1/chat/completions';
const servers: Readonly<Record<string, Case>> = {
  ollama: { answers: ollama, path: chats, reasons: true, error: { status: 502, code: 'provider_failed' } },
  vllm: { answers: vllm, path: chats, reasons: true, error: { status: 400, code: 'provider_rejected' } },
  'llama-cpp': { answers: llamaCpp, path: chats, reasons: true, error: { status: 502, code: 'provider_failed' } },
  openai: { answers: openai, path: chats, reasons: false, error: { status: 502, code: 'provider_failed' } },
  'azure-openai': {
    answers: azureOpenai,
    path: '/openai/v1/chat/completions',
    reasons: false,
    error: { status: 400, code: 'provider_rejected' },
  },
  openrouter: {
    answers: openrouter,
    path: '/api/v1/chat/completions',
    reasons: true,
    error: { status: 502, code: 'provider_failed' },
  },
};

let project: Awaited<ReturnType<typeof makeProject>>;
let client: OpenAI;

beforeAll(async () => {
  project = await makeProject(['inference', 'read', 'manage']);
  client = new OpenAI({ apiKey: project.apiKey, baseURL: `${stack().url}/openai/v1`, maxRetries: 0 });
});

/** The settings of the guide. */
function settingsOf(server: string): Settings {
  return JSON.parse(readFileSync(resolve(folder, `${server}.json`), 'utf8')) as Settings;
}

function reasoningOf({ choices }: OpenAI.ChatCompletion): string | undefined {
  return (choices[0]?.message as { reasoning_content?: string }).reasoning_content;
}

/** Creates a model with the settings of the guide, at another origin. @returns its name */
async function makeModel(server: string, origin: string): Promise<string> {
  const { provider, ...settings } = settingsOf(server);
  const base_url = `${origin}${new URL(provider.base_url).pathname}`;
  const body = { ...settings, key: server, provider: { ...provider, base_url } };
  const made = await call('POST', `/api/v1/projects/${project.key}/models`, { body });
  expect(made.status).toBe(201);
  return `${project.key}/${server}`;
}

it('are those that the guide has settings for', () => {
  const files = readdirSync(folder).map((name) => name.replace('.json', ''));
  expect(files.sort()).toEqual([...Object.keys(servers), 'anthropic'].sort());
});

describe.each(Object.entries(servers))(
  '%s with the settings of the guide',
  (name, { answers, path, reasons, error }) => {
    const server = new ReplayingServer(answers);
    const { provider } = settingsOf(name);
    const reasoning = reasons ? 'Hm.' : undefined;
    let model: string;

    beforeAll(async () => {
      model = await makeModel(name, await server.start());
    });
    afterAll(() => server.stop());

    it('answers in one piece, at its path, with its key and model', async () => {
      const answer = await client.chat.completions.create({ model, messages });
      expect(server.seen.at(-1)).toMatchObject({ path, body: { model: provider.model } });
      const authorization = provider.api_key === undefined ? undefined : `Bearer ${provider.api_key}`;
      expect(server.seen.at(-1)?.authorization).toBe(authorization);
      expect(answer.choices[0]?.message.content).toBe('Hello there.');
      expect(reasoningOf(answer)).toBe(reasoning);
      expect(answer.usage).toMatchObject({ prompt_tokens: 9, completion_tokens: 4 });
    });

    it('answers in a stream', async () => {
      const stream = client.chat.completions.stream({ model, messages, stream_options: { include_usage: true } });
      const final = await stream.finalChatCompletion();
      expect([final.choices[0]?.message.content, final.choices[0]?.finish_reason]).toEqual(['Hello there.', 'stop']);
      expect(reasoningOf(final)).toBe(reasoning);
      expect(final.usage).toMatchObject({ prompt_tokens: 9, completion_tokens: 4 });
    });

    it('calls functions', async () => {
      const final = await client.chat.completions.stream({ model, messages, tools }).finalChatCompletion();
      const [called] = final.choices[0]?.message.tool_calls ?? [];
      expect(called).toMatchObject({ function: { name: 'weather', arguments: '{"city":"Rome"}' } });
      expect(final.choices[0]?.finish_reason).toBe('tool_calls');
    });

    it('has its error in the details', async () => {
      server.fails = true;
      const refused = await call('POST', '/api/v1/chat/completions', {
        key: project.apiKey,
        body: { model, messages },
      });
      server.fails = false;
      expect([refused.status, refused.body.error?.code]).toEqual([error.status, error.code]);
      const { provider_message, provider_status } = refused.body.error?.details as unknown as Record<string, unknown>;
      const { message } = (answers.failure.body as { error: { message: string } }).error;
      expect(provider_status).toBe(answers.failure.status);
      // A quoted key is hidden.
      expect(provider_message).toBe(message.replace(/sk-\S+/, '[redacted]'));
    });
  },
);

it('openrouter that ends a stream with an error fails the answer', async () => {
  const server = new ReplayingServer(openrouter);
  const { provider, ...settings } = settingsOf('openrouter');
  const base_url = `${await server.start()}/api/v1`;
  const body = { ...settings, key: 'broken', provider: { ...provider, base_url } };
  await call('POST', `/api/v1/projects/${project.key}/models`, { body });
  server.broken = openrouterBroken;
  const stream = client.chat.completions.stream({ model: `${project.key}/broken`, messages });
  await expect(stream.finalChatCompletion()).rejects.toMatchObject({ code: 'provider_failed' });
  await server.stop();
});

it('anthropic answers with the settings of the guide', async () => {
  const upstream = new AnthropicUpstream();
  const { provider } = settingsOf('anthropic');
  const model = await makeModel('anthropic', new URL(await upstream.start()).origin);
  const answer = await client.chat.completions.create({ model, messages });
  expect(answer.choices[0]?.message.content).toBe('Hello there.');
  const headers = { 'x-api-key': provider.api_key };
  expect(upstream.requests.at(-1)).toMatchObject({ path: '/v1/messages', headers, body: { model: provider.model } });
  await upstream.stop();
});
