import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { answerMcp } from './mcp-answers.js';

/** The fields of a request that tests read. */
export interface CallingRequest {
  readonly stream?: boolean;
  readonly messages: { role: string; content: string | null; tool_call_id?: string; tool_calls?: unknown[] }[];
  readonly tools?: { type: string; function: { name: string } }[];
  readonly tool_choice?: unknown;
  readonly parallel_tool_calls?: boolean;
}

const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };

/**
 * A model server that calls the first offered function with `{"place":"Rome"}`, and answers with its result. It also
 * has tools that answer "sunny": one at `/tool`, one of an MCP server at `/mcp`.
 */
export class CallingProvider {
  readonly requests: CallingRequest[] = [];
  /** Requests of the tool: path with query, and `authorization`. */
  readonly toolCalls: { url: string | undefined; authorization: string | undefined }[] = [];
  readonly #server: Server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Closes all connections. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.startsWith('/tool') === true) {
      this.toolCalls.push({ url: request.url, authorization: request.headers.authorization });
      response.end('sunny');
      return;
    }
    if (request.url === '/mcp') return answerMcp(request, response);
    const body = (await json(request)) as CallingRequest;
    this.requests.push(body);
    const result = body.messages.find(({ role }) => role === 'tool')?.content;
    const name = body.tools?.[0]?.function.name;
    if (result !== undefined || name === undefined)
      reply(response, body, { content: `It is ${result ?? 'hidden'}.` }, 'stop');
    else reply(response, body, { content: null, tool_calls: [callOf(name)] }, 'tool_calls');
  }
}

function callOf(name: string) {
  return { id: 'call_1', type: 'function', function: { name, arguments: '{"place":"Rome"}' } };
}

function reply(response: ServerResponse, { stream }: CallingRequest, said: object, finish_reason: string): void {
  if (stream !== true) {
    const choices = [{ index: 0, message: { role: 'assistant', ...said }, finish_reason }];
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices, usage }));
    return;
  }
  response.setHeader('content-type', 'text/event-stream');
  const event = (value: object) => response.write(`data: ${JSON.stringify(value)}\n\n`);
  const calls = 'tool_calls' in said ? { tool_calls: [{ index: 0, ...(said.tool_calls as object[])[0] }] } : {};
  event({ choices: [{ index: 0, delta: { role: 'assistant', ...said, ...calls }, finish_reason: null }] });
  event({ choices: [{ index: 0, delta: {}, finish_reason }] });
  event({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}
