import { afterEach, describe, expect, it } from '@jest/globals';
import { overloaded } from '@earshot/errors';
import { loadSettings, SecretBox } from '@earshot/service-kit';
import { runWithCalls, setTracer } from '@earshot/telemetry';
import { captureSpans, type ExportedSpan } from '@earshot/telemetry/testing';
import { aModel, ids } from '../../test/chat-fixtures.js';
import { delta, finish, scriptedAnswer, type Step } from '../../test/scripted-answer.js';
import { scriptedProviders } from '../../test/scripted-providers.js';
import { settings } from '../config.js';
import type { ProviderChatRequest } from './model-provider.js';

const { signal } = new AbortController();
const call = { requestId: 'r', traceparent: `00-${'4'.repeat(32)}-${'5'.repeat(16)}-01` };
const { tracesContent } = settings;

/** As many words as it takes, none of which is anywhere else. */
const violet = (what: string, length = 0) => `violet-${what} `.repeat(Math.max(1, length / 10));

const request: ProviderChatRequest = {
  messages: [
    { role: 'system', content: violet('system') },
    { role: 'user', content: [{ type: 'text', text: violet('prompt') }] },
  ],
  choices: 2,
  stream: true,
  parameters: { stop: [violet('stop')] },
  user: violet('user'),
  project: 't',
  sessionId: ids.session,
};

const answer: Step[] = [[delta(violet('first'), 0), delta(violet('second'), 1)], [...finish]];

/** What is exported of a chat, by a process with these settings. */
async function exportedOf(
  environment: Record<string, string>,
  providerRequest: ProviderChatRequest,
  steps: readonly Step[],
) {
  const secrets = new SecretBox(Buffer.alloc(32, 1), 'provider-api-key');
  const given = loadSettings({ tracesContent }, environment);
  const providers = scriptedProviders({ chat: () => scriptedAnswer(steps, signal) }, { secrets, ...given });
  const chat = async () => {
    for await (const events of providers.chat(aModel(), providerRequest, signal))
      expect(events.length).toBeGreaterThan(0);
  };
  return captureSpans(process.env, () => runWithCalls([call], () => chat().catch((error: unknown) => error)));
}

const on = { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' };
const chatIn = (spans: readonly ExportedSpan[]) => spans.find(({ name }) => name === 'chat')?.attributes ?? {};

afterEach(() => setTracer(undefined));

describe('the span of a request to a model', () => {
  it.each([
    ['unless told otherwise', {}],
    ['where it is told so', { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'false' }],
    ['where what it is told is not clear', { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: '1' }],
  ])('has no word of a prompt or an answer, %s', async (_, environment) => {
    const { spans, text } = await exportedOf(environment, request, answer);
    expect(chatIn(spans)).toMatchObject({ 'gen_ai.request.choice.count': 2, 'gen_ai.usage.output_tokens': 2 });
    expect(text).not.toContain('violet');
  });

  it('has no word of what a provider says of its failure, with the switch either way', async () => {
    const refusal = overloaded('provider_rate_limited', violet('refusal'), 1);
    for (const environment of [{}, on]) {
      const { spans, text } = await exportedOf(environment, request, [[delta('Hel')], refusal]);
      expect(chatIn(spans)).toMatchObject({ 'error.type': 'provider_rate_limited' });
      expect(text).not.toContain('violet-refusal');
    }
  });

  it('has the prompt and every answer with the switch on', async () => {
    const { spans } = await exportedOf(on, request, answer);
    const { 'gen_ai.input.messages': input, 'gen_ai.output.messages': output } = chatIn(spans);
    expect(JSON.parse(String(input))).toEqual(request.messages);
    expect(JSON.parse(String(output))).toEqual([
      { role: 'assistant', content: violet('first') },
      { role: 'assistant', content: violet('second') },
    ]);
  });

  it('has no word of a request of which nothing is to be kept, with the switch on', async () => {
    const { spans, text } = await exportedOf(on, { ...request, stored: false }, answer);
    expect(chatIn(spans)).toMatchObject({ 'gen_ai.request.choice.count': 2, 'gen_ai.usage.output_tokens': 2 });
    expect(text).not.toContain('violet');
  });

  it('has of a long prompt and a long answer the first 32,768 characters', async () => {
    const long = { ...request, messages: [{ role: 'user' as const, content: violet('prompt', 1_000_000) }] };
    const pieces = Array.from({ length: 100 }, () => [delta(violet('first', 10_000))]);
    const { spans } = await exportedOf(on, long, [...pieces, [...finish]]);
    const { 'gen_ai.input.messages': input, 'gen_ai.output.messages': output } = chatIn(spans);
    expect([String(input).length, String(output).length]).toEqual([32_768, 32_768]);
    expect(String(input)).toContain('violet-prompt');
    expect(String(output)).toContain('violet-first');
  });
});
