import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { addModel, call, makeProject, send, uniqueKey } from '../support/api.js';
import { OtlpReceiver, type ReceivedSpan } from '../support/otlp-receiver.js';
import { processOf, servicesRunning } from '../support/processes.js';
import { ScriptedProvider } from '../support/provider.js';
import { until } from '../support/until.js';

const [server, client, producer, consumer] = [2, 3, 4, 5];
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

describe('tracing', () => {
  const receiver = new OtlpReceiver();
  const provider = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;

  beforeAll(async () => {
    await receiver.start();
    const baseUrl = await provider.start();
    project = await makeProject();
    await addModel(project, baseUrl);
  });

  afterAll(async () => {
    await provider.stop();
    await receiver.stop();
  });

  /** A caller that traces: its own span, and the header that says so. */
  const newCaller = () => {
    const traceId = randomBytes(16).toString('hex');
    const spanId = randomBytes(8).toString('hex');
    return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } };
  };
  const chat = (content: string, more: object = {}) => ({
    model: `${project.key}/m`,
    messages: [{ role: 'user', content }],
    ...more,
  });
  /** Names of a span and of those above it, each with its service, up to the caller's own. */
  const lineage = (spans: readonly ReceivedSpan[], leaf: ReceivedSpan, callersSpanId: string): string[] => {
    const above = spans.find(({ spanId }) => spanId === leaf.parentSpanId);
    const own = `${leaf.service}: ${leaf.name}`;
    if (above !== undefined) return [...lineage(spans, above, callersSpanId), own];
    return [leaf.parentSpanId === callersSpanId ? 'the caller' : 'nobody', own];
  };
  const allOf = (traceId: string, isWhole: (spans: ReceivedSpan[]) => boolean) =>
    until(() => isWhole(receiver.of(traceId)) && receiver.of(traceId), 20_000, 100);
  const has = (service: string, name: string) => (spans: readonly ReceivedSpan[]) =>
    spans.some((span) => span.service === service && span.name === name);
  const wholeChat = (spans: ReceivedSpan[]) =>
    has('interactions', 'transaction')(spans) &&
    has('interactions', 'process interactions.recorded')(spans) &&
    has('inference', 'process inference.work')(spans) &&
    has('gateway', 'POST /api/v1/chat/completions')(spans);

  it('shows a chat as one trace, which the provider can continue, from its caller over gateway, Kafka, inference and provider to recording and database', async () => {
    const { traceId, spanId, headers } = newCaller();
    const answer = await send('POST', '/api/v1/chat/completions', {
      key: project.apiKey,
      headers,
      body: chat('Hi', { stream: true }),
    });
    expect(await answer.text()).toContain('[DONE]');
    const spans = await allOf(traceId, wholeChat);
    const one = (service: string, name: string): ReceivedSpan => {
      const found = spans.find((span) => span.service === service && span.name === name);
      if (found === undefined) throw new Error(`no span ${name} of ${service}`);
      return found;
    };
    const expectedSpans = ['the caller', 'gateway: POST /api/v1/chat/completions', 'gateway: send inference.work'];
    const worked = [...expectedSpans, 'inference: process inference.work'];
    expect(lineage(spans, one('inference', 'chat'), spanId)).toEqual([...worked, 'inference: chat']);
    expect(lineage(spans, one('interactions', 'transaction'), spanId)).toEqual([
      ...worked,
      'inference: send interactions.recorded',
      'interactions: process interactions.recorded',
      'interactions: transaction',
    ]);
    expect(provider.traceparents.at(-1)).toBe(`00-${traceId}-${one('inference', 'chat').spanId}-01`);
    expect(one('gateway', 'POST /api/v1/chat/completions')).toMatchObject({
      kind: server,
      attributes: { 'http.route': '/api/v1/chat/completions', 'http.response.status_code': 200 },
    });
    expect(one('gateway', 'send inference.work')).toMatchObject({
      kind: producer,
      attributes: { 'messaging.system': 'kafka', 'messaging.destination.name': 'inference.work' },
    });
    expect(one('inference', 'process inference.work')).toMatchObject({
      kind: consumer,
      attributes: { 'messaging.consumer.group.name': 'inference.inference.work' },
    });
    expect(one('inference', 'chat')).toMatchObject({
      kind: client,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'm',
        'gen_ai.usage.input_tokens': 7,
        'gen_ai.usage.output_tokens': 3,
      },
    });
    expect(one('interactions', 'transaction')).toMatchObject({
      kind: client,
      attributes: { 'db.system.name': 'postgresql' },
    });
  });

  it('follows a change over the command lane and the outbox', async () => {
    const { traceId, spanId, headers } = newCaller();
    const body = { key: uniqueKey('metric'), name: 'Helpful', kind: 'bool' };
    const created = await call('POST', `/api/v1/projects/${project.key}/metrics`, { headers, body });
    expect(created.status).toBe(201);
    // The request itself ends last, and each process exports by its own clock.
    const route = 'POST /api/v1/projects/:project/metrics';
    const isWhole = (all: ReceivedSpan[]) => has('feedback', 'send metrics.state')(all) && has('gateway', route)(all);
    const spans = await allOf(traceId, isWhole);
    const published = spans.find(({ name }) => name === 'send metrics.state') as ReceivedSpan;
    expect(lineage(spans, published, spanId)).toEqual([
      'the caller',
      `gateway: ${route}`,
      'gateway: send feedback.commands',
      'feedback: process feedback.commands',
      'feedback: send metrics.state',
    ]);
  });

  it('shows the bucket operations of a request, from the gateway and from the storage service', async () => {
    const { traceId, spanId, headers } = newCaller();
    const body = new Uint8Array(Buffer.concat([pngSignature, randomBytes(1_000)]));
    const path = `/api/v1/projects/${project.key}/images`;
    const created = await call('POST', path, { headers: { ...headers, 'content-type': 'image/png' }, body });
    expect(created.status).toBe(201);
    const route = 'POST /api/v1/projects/:project/images';
    const isWhole = (all: ReceivedSpan[]) => has('storage', 'S3.HeadObject')(all) && has('gateway', route)(all);
    const spans = await allOf(traceId, isWhole);
    const [put] = spans.filter(({ name }) => name === 'S3.PutObject');
    const [looked] = spans.filter(({ name }) => name === 'S3.HeadObject');
    expect(put && lineage(spans, put, spanId)).toEqual(['the caller', `gateway: ${route}`, 'gateway: S3.PutObject']);
    expect(looked && lineage(spans, looked, spanId).slice(-2)).toEqual([
      'storage: process storage.commands',
      'storage: S3.HeadObject',
    ]);
  });

  it('exports nothing of an unsampled request, whose trace still reaches the provider', async () => {
    const unsampled = newCaller();
    const headers = { traceparent: unsampled.headers.traceparent.replace(/01$/, '00') };
    const options = { key: project.apiKey, headers, body: chat('Hi') };
    expect((await call('POST', '/api/v1/chat/completions', options)).status).toBe(200);
    expect(provider.traceparents.at(-1)).toMatch(new RegExp(`^00-${unsampled.traceId}-[0-9a-f]{16}-00$`));
    // What came later has arrived: so would have what came before.
    const later = newCaller();
    await call('POST', '/api/v1/chat/completions', { ...options, headers: later.headers });
    await allOf(later.traceId, wholeChat);
    expect(receiver.of(unsampled.traceId)).toEqual([]);
  });

  it('has no prompts, answers or keys in spans and logs, also of rejected and failed requests', async () => {
    const { traceId, headers } = newCaller();
    const [prompt, answer, refusal] = ['prompt', 'answer', 'refusal'].map((what) => uniqueKey(`violet-${what}`));
    const options = { key: project.apiKey, headers, body: chat(`Say ${prompt}`, { user: `user-${prompt}` }) };
    provider.script = { words: [`${answer}`, ' is', ' it'] };
    expect((await call('POST', '/api/v1/chat/completions', options)).status).toBe(200);
    provider.script = {
      words: [],
      refuse: { status: 400, body: { error: { message: `${refusal}: ${prompt} is refused`, type: 'invalid' } } },
    };
    expect((await call('POST', '/api/v1/chat/completions', options)).status).toBeGreaterThanOrEqual(400);
    const wrong = { ...options, body: { ...options.body, temperature: `${prompt}` } };
    expect((await call('POST', '/api/v1/chat/completions', wrong)).status).toBe(400);
    await call('GET', `/api/v1/projects/${project.key}/interactions?search=${prompt}`, { headers });
    await allOf(traceId, (spans) => spans.filter(({ name }) => name === 'POST /api/v1/chat/completions').length === 3);
    await allOf(traceId, wholeChat);
    const logs = servicesRunning().map((name) => readFileSync(processOf(name).logFile, 'utf8'));
    for (const secret of [prompt, answer, project.apiKey]) {
      expect(receiver.texts.filter((text) => text.includes(String(secret)))).toEqual([]);
      expect(logs.filter((text) => text.includes(String(secret)))).toEqual([]);
    }
  });
});
