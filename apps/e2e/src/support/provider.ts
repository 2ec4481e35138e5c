import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from './listen.js';

/** How the provider answers one request. */
export interface Script {
  /** Pieces of the answer. */
  words: string[];
  /** Further fields of the message, which a stream has in an event of its own before the words. */
  message?: object;
  /** Further fields of the answer, and of each event of a stream. */
  about?: object;
  /** Further fields of the usage. */
  usage?: object;
  /** Pause before each piece, in ms. */
  delayMs?: number;
  /** Answer with this status and body instead. */
  refuse?: { status: number; body: unknown; headers?: Record<string, string> };
  /** Number of requests to reject; default all. */
  refusals?: number;
  /** Cut the connection after this number of pieces. */
  cutAfter?: number;
  /** Awaited after the first piece of each stream, and before each whole answer. */
  gate?: Promise<void>;
  /** How it answers a conversation that ends with results of functions; default: as any other. */
  afterTools?: Script;
  /** Length of vectors, whatever the request says. */
  dimensions?: number;
  /** Vectors as decimals, whatever the request says. */
  decimals?: boolean;
}

interface EmbeddingsBody {
  input: string | (string | number[])[];
  encoding_format?: string;
  dimensions?: number;
}

/** The provider's vector of a text; distinct for distinct texts. */
export function vectorOf(text: string, dimensions: number): Float32Array<ArrayBuffer> {
  const bytes = createHash('sha256').update(text).digest();
  return Float32Array.from({ length: dimensions }, (_, at) => Math.sin(bytes.readUInt16LE(at % 31) + at));
}

/** A scripted model provider with the OpenAI protocol over a real socket. */
export class ScriptedProvider {
  /** Bodies of the received requests, in order. */
  readonly requests: Array<Record<string, unknown>> = [];
  /** Authorization headers of the received requests, in order. */
  readonly keys: Array<string | undefined> = [];
  /** `traceparent` headers of the received requests, in order. */
  readonly traceparents: Array<string | undefined> = [];
  /** Number of requests whose caller disconnected before the end. */
  abandoned = 0;
  #script: Script = { words: ['Hello', ' there', '.'] };
  #refused = 0;
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  get script(): Script {
    return this.#script;
  }

  set script(script: Script) {
    this.#script = script;
    this.#refused = 0;
  }

  /** Starts to listen; resolves with the `base_url` for a model. */
  async start(): Promise<string> {
    return `${await listen(this.#server)}/v1`;
  }

  /** Resolves at the next request. */
  nextRequest(): Promise<void> {
    return new Promise((resolve) => this.#server.once('request', () => resolve()));
  }

  /** Closes all connections. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
    this.requests.push(body);
    this.keys.push(request.headers.authorization);
    this.traceparents.push(request.headers['traceparent'] as string | undefined);
    response.on('close', () => {
      if (!response.writableEnded) this.abandoned += 1;
    });
    const { refuse } = this.script;
    if (refuse && this.#refused < (this.script.refusals ?? Infinity)) {
      this.#refused += 1;
      response.writeHead(refuse.status, { 'content-type': 'application/json', ...refuse.headers });
      response.end(JSON.stringify(refuse.body));
    } else if (request.url?.endsWith('/embeddings')) this.#embed(body as unknown as EmbeddingsBody, response);
    else if (body.stream) await this.#stream(response, choicesOf(body), this.#scriptFor(body));
    else await this.#whole(response, choicesOf(body), this.#scriptFor(body));
  }

  #embed({ input, encoding_format, dimensions = 8 }: EmbeddingsBody, response: ServerResponse): void {
    const texts = (typeof input === 'string' ? [input] : input).map(String);
    const data = texts.map((text, index) => {
      const vector = vectorOf(text, this.script.dimensions ?? dimensions);
      const isBase64 = encoding_format === 'base64' && !this.script.decimals;
      const embedding = isBase64 ? Buffer.from(vector.buffer).toString('base64') : [...vector];
      return { object: 'embedding', index, embedding };
    });
    const usage = { prompt_tokens: texts.length, total_tokens: texts.length };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ object: 'list', model: 'm', data, usage }));
  }

  #scriptFor({ messages }: Record<string, unknown>): Script {
    const { script } = this;
    const last = Array.isArray(messages) ? (messages.at(-1) as { role?: unknown } | undefined) : undefined;
    return last?.role === 'tool' ? (script.afterTools ?? script) : script;
  }

  async #whole(response: ServerResponse, indexes: number[], script: Script): Promise<void> {
    const { words, delayMs = 0, gate } = script;
    await sleep(delayMs * words.length);
    await gate;
    const message = { role: 'assistant', content: words.join(''), ...script.message };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        ...script.about,
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: indexes.map((index) => ({ index, message, finish_reason: 'stop' })),
        usage: usageOf(script, indexes.length),
      }),
    );
  }

  /** Sends word by word, each for all choices. */
  async #stream(response: ServerResponse, indexes: number[], script: Script): Promise<void> {
    const { words, message, about, delayMs = 0, cutAfter = Infinity, gate } = script;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const event = (choices: unknown[], usage: unknown = null) =>
      response.write(
        `data: ${JSON.stringify({ ...about, id: 'x', object: 'chat.completion.chunk', created: 1, choices, usage })}\n\n`,
      );
    if (message) for (const index of indexes) event([{ index, delta: message, finish_reason: null }]);
    for (const [at, content] of words.entries()) {
      if (response.destroyed) return;
      if (at >= cutAfter) return void response.destroy();
      if (delayMs) await sleep(delayMs);
      if (at === 1) await gate;
      for (const index of indexes) event([{ index, delta: { content }, finish_reason: null }]);
    }
    for (const index of indexes) event([{ index, delta: {}, finish_reason: 'stop' }]);
    event([], usageOf(script, indexes.length));
    response.end('data: [DONE]\n\n');
  }
}

function usageOf({ words, usage }: Script, choices: number) {
  const count = words.length * choices;
  return { prompt_tokens: 7, completion_tokens: count, total_tokens: 7 + count, ...usage };
}

/** The indexes of the requested choices. */
function choicesOf({ n }: Record<string, unknown>): number[] {
  return Array.from({ length: typeof n === 'number' ? n : 1 }, (_, index) => index);
}
