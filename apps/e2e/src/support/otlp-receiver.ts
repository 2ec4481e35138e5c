import { createServer, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { stack } from './stack.js';

/** A received span. */
export interface ReceivedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  /**
   * See https://opentelemetry.io/docs/specs/otel/trace/api/#spankind; 2 is SERVER, 3 CLIENT, 4 PRODUCER, 5 CONSUMER.
   */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface KeyValue {
  key: string;
  value: Record<string, unknown>;
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: KeyValue[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes' | 'service'> & { attributes: KeyValue[] })[] }[];
  }[];
}

/** A collector that receives spans by OTLP over HTTP in JSON (https://opentelemetry.io/docs/specs/otlp/#otlphttp). */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** All received bodies. */
  readonly texts: string[] = [];
  readonly #server = createServer((request, response) => {
    this.#receive(request).then(
      () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });

  /** Listens at the address to which services export. */
  async start(): Promise<void> {
    const { hostname, port } = new URL(stack().otlpEndpoint);
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(Number(port), hostname, resolve);
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The spans of a trace that were received so far. */
  of(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async #receive(request: IncomingMessage): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const bytes = Buffer.concat(parts);
    const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
    this.texts.push(text);
    for (const { resource, scopeSpans } of (JSON.parse(text) as ExportRequest).resourceSpans) {
      const service = String(valuesOf(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({
          ...span,
          parentSpanId: span.parentSpanId ?? '',
          service,
          attributes: valuesOf(span.attributes),
        });
    }
  }
}

function valuesOf(attributes: KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
