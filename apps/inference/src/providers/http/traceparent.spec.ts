import { afterEach, describe, expect, it } from '@jest/globals';
import { encodeProvider } from '@earshot/contracts-inference';
import { tracedBy, type CallContext } from '@earshot/contracts-core';
import { SecretBox } from '@earshot/service-kit';
import { runWithCalls, setTracer } from '@earshot/telemetry';
import { captureSpans } from '@earshot/telemetry/testing';
import { aModel } from '../../../test/chat-fixtures.js';
import { collect } from '../../../test/providers/collect.js';
import { HttpSetup, request } from '../../../test/providers/http-setup.js';
import { json } from '../../../test/providers/scripted-server.js';
import { scriptedProviders } from '../../../test/scripted-providers.js';
import { anthropicProtocol } from '../anthropic/anthropic-kind.js';
import { openaiProtocol } from '../openai/openai-kind.js';

const traceId = '4'.repeat(32);
const caller: CallContext = { requestId: 'r', traceparent: `00-${traceId}-${'5'.repeat(16)}-01`, traced: true };
const untraced: CallContext = { requestId: 'r', traceparent: caller.traceparent };
const never = new AbortController().signal;
const openaiAnswer = { choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }] };
const vectors = { data: [{ index: 0, embedding: [1, 2] }] };

let setup: HttpSetup;

afterEach(async () => {
  setTracer(undefined);
  await setup.stop();
});

/** The providers of a process whose models are all on the server of this setup. */
async function start(protocol: ConstructorParameters<typeof HttpSetup>[0], answer: object) {
  setup = new HttpSetup(protocol);
  await setup.server.start();
  setup.server.script = json(200, answer);
  const settings = { base_url: setup.server.baseUrl, model: 'm' };
  const model = aModel({ provider: encodeProvider({ kind: protocol.kind, settings, sealed_secret: null }) });
  const secrets = new SecretBox(Buffer.alloc(32, 1), 'provider-api-key');
  const { provider } = setup;
  const script = { chat: provider.chat.bind(provider), embed: provider.embed.bind(provider) };
  const providers = scriptedProviders(script, { secrets });
  const chat = (call: CallContext) =>
    collect(providers.chat(model, request({ stream: false, traceparent: tracedBy(call) }), never));
  const embed = (call: CallContext) =>
    providers.embed(model, { input: ['a'], project: 'p', traceparent: tracedBy(call) }, never);
  return { chat, embed };
}

const sent = () => setup.server.seen.map(({ headers }) => headers['traceparent']);

describe.each([
  ['openai', openaiProtocol, openaiAnswer],
  ['anthropic', anthropicProtocol, { content: [{ type: 'text', text: 'Hi' }], stop_reason: 'end_turn' }],
])('a chat with a model of kind %s', (_kind, protocol, answer) => {
  it('has the traceparent of its caller while tracing is off', async () => {
    const { chat } = await start(protocol, answer);
    await chat(caller);
    expect(sent()).toEqual([caller.traceparent]);
  });

  it('has no traceparent if its caller sent none and tracing is off', async () => {
    const { chat } = await start(protocol, answer);
    await chat(untraced);
    expect(sent()).toEqual([undefined]);
  });

  it('has the traceparent of its own span while tracing is on', async () => {
    const { chat } = await start(protocol, answer);
    const { spans } = await captureSpans(process.env, () => runWithCalls([caller], () => chat(caller)));
    const span = spans.find(({ name }) => name === 'chat');
    expect(span?.traceId).toBe(traceId);
    expect(sent()).toEqual([`00-${traceId}-${span?.spanId}-01`]);
  });
});

describe('a request for embeddings', () => {
  it('has the traceparent of its caller, or of its span while tracing is on', async () => {
    const { embed } = await start(openaiProtocol, vectors);
    await embed(untraced);
    await embed(caller);
    const { spans } = await captureSpans(process.env, () => runWithCalls([caller], () => embed(caller)));
    const span = spans.find(({ name }) => name === 'embeddings');
    expect(sent()).toEqual([undefined, caller.traceparent, `00-${traceId}-${span?.spanId}-01`]);
  });
});
