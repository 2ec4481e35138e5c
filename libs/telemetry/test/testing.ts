import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTracing } from '../src/start-tracing.js';

/** A span that a collector received. */
export interface ExportedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  /** See https://opentelemetry.io/docs/specs/otel/trace/api/#spankind; 3 is CLIENT. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Exported spans. */
export interface Exported {
  readonly spans: readonly ExportedSpan[];
  /** All request bodies. */
  readonly text: string;
}

/** Longer than a test takes, ms. */
const flushLimitMs = 20_000;

/**
 * Runs work with tracing on and returns the spans that a local collector received.
 *
 * @param environment of this process; names the collector while the work runs.
 */
export async function captureSpans(environment: NodeJS.ProcessEnv, work: () => Promise<unknown>): Promise<Exported> {
  const texts: string[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      texts.push(Buffer.concat(pieces).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const before = { ...environment };
  Object.assign(environment, await settingsFor(server));
  try {
    const process = { service: 'test', instance: 'test-0', warn: () => undefined };
    const tracing = await startTracing(process);
    try {
      await work();
    } finally {
      await tracing.stop(flushLimitMs);
    }
  } finally {
    for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER']) {
      if (before[name] === undefined) delete environment[name];
      else environment[name] = before[name];
    }
    server.closeAllConnections();
    server.close();
  }
  return { spans: texts.flatMap(spansIn), text: texts.join('\n') };
}

async function settingsFor(server: Server): Promise<Record<string, string>> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_TRACES_SAMPLER: 'always_on' };
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface ExportRequest {
  readonly resourceSpans: {
    readonly scopeSpans: {
      readonly spans: (Omit<ExportedSpan, 'attributes'> & { readonly attributes: KeyValue[] })[];
    }[];
  }[];
}

function spansIn(text: string): ExportedSpan[] {
  const { resourceSpans } = JSON.parse(text) as ExportRequest;
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans).flatMap((scope) => scope.spans);
  return spans.map((span) => ({
    ...span,
    attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
  }));
}
