import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beginSpan } from './call-span.js';
import { startTracing } from './start-tracing.js';

const variable = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const subject = { kind: 'server', name: 'GET /things', attributes: {} } as const;

describe(startTracing.name, () => {
  const servers: ReturnType<typeof createServer>[] = [];

  // As it stands where the whole is tested: nothing that nobody asked for is sampled there.
  const { OTEL_TRACES_SAMPLER: usualSampler } = process.env;

  beforeEach(() => {
    process.env['OTEL_TRACES_SAMPLER'] = 'always_on';
  });

  afterAll(() => {
    if (usualSampler === undefined) delete process.env['OTEL_TRACES_SAMPLER'];
    else process.env['OTEL_TRACES_SAMPLER'] = usualSampler;
  });

  afterEach(() => {
    delete process.env[variable];
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** A collector that keeps what comes and answers, or never answers. */
  const collector = async (answers: boolean) => {
    const texts: string[] = [];
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (piece: Buffer) => (text += piece.toString()));
      request.on('end', () => {
        texts.push(text);
        if (answers) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    process.env[variable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return texts;
  };
  const process_ = { service: 'gateway', instance: 'gateway-7' };

  it('exports ended spans at shutdown, with the names of service and instance', async () => {
    const texts = await collector(true);
    const tracing = await startTracing({ ...process_, warn: () => undefined });
    beginSpan(subject, { requestId: 'r' })?.end();
    await tracing.stop(10_000);
    const { resourceSpans } = JSON.parse(texts[0] ?? '{}');
    const named = { 'service.name': 'gateway', 'service.instance.id': 'gateway-7' };
    for (const [key, stringValue] of Object.entries(named))
      expect(resourceSpans[0].resource.attributes).toContainEqual({ key, value: { stringValue } });
    expect(resourceSpans[0].scopeSpans[0].spans[0].name).toBe('GET /things');
    expect(beginSpan(subject, { requestId: 'r' })).toBeUndefined();
  });

  it('does not wait for a hanging collector, and logs it', async () => {
    await collector(false);
    const reasons: string[] = [];
    const tracing = await startTracing({ ...process_, warn: (reason) => reasons.push(reason) });
    beginSpan(subject, { requestId: 'r' })?.end();
    await tracing.stop(50);
    expect(reasons).toEqual(['the last spans were not exported within 50 ms']);
  });
});
