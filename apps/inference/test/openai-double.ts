import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an upstream was asked. */
export interface UpstreamRequest {
  readonly authorization: string | undefined;
  readonly body: { model: string; stream: boolean; messages: { role: string; content: string }[] } & Record<
    string,
    unknown
  >;
}

/** Says what an upstream does with a request. */
export type UpstreamScript = (request: UpstreamRequest, response: ServerResponse) => void;

/** An OpenAI-compatible server on a real socket that does what it is told. */
export class OpenaiDouble {
  readonly requests: UpstreamRequest[] = [];
  /** Answers that their client gave up. */
  broken = 0;
  script: UpstreamScript = textScript('Hello there');
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async listen(): Promise<OpenaiDouble> {
    const server = createServer((request, response) => void double.#take(request, response));
    const double = new OpenaiDouble(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return double;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    response.on('close', () => {
      if (!response.writableFinished) this.broken += 1;
    });
    const body = JSON.parse(Buffer.concat(parts).toString()) as UpstreamRequest['body'];
    const received = { authorization: request.headers.authorization, body };
    this.requests.push(received);
    this.script(received, response);
  }
}

const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };

function event(response: ServerResponse, choice: object | undefined, more: object = {}): void {
  response.write(`data: ${JSON.stringify({ choices: choice ? [{ index: 0, ...choice }] : [], ...more })}\n\n`);
}

/** Answers with a text, a word at a time where it streams. */
export function textScript(text: string): UpstreamScript {
  return ({ body }, response) => {
    if (!body.stream) {
      const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }];
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices, usage }));
      return;
    }
    response.setHeader('content-type', 'text/event-stream');
    for (const word of text.split(/(?= )/)) event(response, { delta: { content: word }, finish_reason: null });
    event(response, { delta: {}, finish_reason: 'stop' });
    event(response, undefined, { usage });
    response.end('data: [DONE]\n\n');
  };
}

/** Streams a text and then says no more. */
export function fallsSilentAfter(text: string): UpstreamScript {
  return (_request, response) => {
    response.setHeader('content-type', 'text/event-stream');
    event(response, { delta: { content: text }, finish_reason: null });
  };
}

/** Streams a text, and the rest of it when it is told to go on. */
export function pauses(first: string, rest: string): { script: UpstreamScript; goOn: () => void } {
  let goOn = () => undefined as void;
  const script: UpstreamScript = (_request, response) => {
    response.setHeader('content-type', 'text/event-stream');
    event(response, { delta: { content: first }, finish_reason: null });
    goOn = () => {
      event(response, { delta: { content: rest }, finish_reason: 'stop' }, { usage });
      response.end('data: [DONE]\n\n');
    };
  };
  return { script, goOn: () => goOn() };
}

/** Answers with an error. */
export function refuses(status: number, message: string): UpstreamScript {
  return (_request, response) => {
    response.statusCode = status;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ error: { message } }));
  };
}

/** Says nothing at all. */
export function neverAnswers(): UpstreamScript {
  return () => undefined;
}

/** Gives each text a vector that begins with its length. */
export function embeds(dimensions: number): UpstreamScript {
  return ({ body }, response) => {
    const texts = body['input'] as string[];
    const data = texts.map(({ length }, index) => {
      const vector = Float32Array.from({ length: dimensions }, (_, at) => (at === 0 ? length : 0));
      return { index, embedding: Buffer.from(vector.buffer).toString('base64') };
    });
    const counted = { prompt_tokens: texts.length, total_tokens: texts.length };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data, usage: counted }));
  };
}

/** Ends with calls of functions, each a name and its arguments; where it streams, the arguments come in two pieces. */
export function calls(...called: readonly [name: string, input: string][]): UpstreamScript {
  const first = (call: number, name: string) => ({
    id: `call_${call}`,
    type: 'function',
    function: { name, arguments: '' },
  });
  return ({ body }, response) => {
    if (!body.stream) {
      const tool_calls = called.map(([name, input], call) => {
        const { id, type } = first(call, name);
        return { id, type, function: { name, arguments: input } };
      });
      const message = { role: 'assistant', content: null, tool_calls };
      const choices = [{ index: 0, message, finish_reason: 'tool_calls' }];
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices, usage }));
      return;
    }
    response.setHeader('content-type', 'text/event-stream');
    called.forEach(([name, input], index) => {
      event(response, { delta: { tool_calls: [{ index, ...first(index, name) }] }, finish_reason: null });
      for (const piece of [input.slice(0, 3), input.slice(3)]) {
        event(response, { delta: { tool_calls: [{ index, function: { arguments: piece } }] }, finish_reason: null });
      }
    });
    event(response, { delta: {}, finish_reason: 'tool_calls' });
    event(response, undefined, { usage });
    response.end('data: [DONE]\n\n');
  };
}

/** Does with each request what is next in the list, with those after its end the last of it. */
export function inTurn(...scripts: readonly UpstreamScript[]): UpstreamScript {
  let turn = 0;
  return (request, response) => scripts[Math.min(turn++, scripts.length - 1)]?.(request, response);
}
