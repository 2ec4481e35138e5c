import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen.js';

/** A block of a scripted answer, whole. */
export type ScriptedBlock =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }
  | { type: 'tool_use'; id: string; name: string; input: object };

/** How the server answers. */
export interface AnthropicScript {
  content: ScriptedBlock[];
  stopReason?: string;
  usage?: object;
  /** Answer with this status and error instead. */
  refuse?: { status: number; type: string; message: string; headers?: Record<string, string> };
}

/** A request that the server got. */
export interface AnthropicRequest {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** A scripted server with the protocol of Anthropic's Messages API over a real socket. */
export class AnthropicUpstream {
  readonly requests: AnthropicRequest[] = [];
  script: AnthropicScript = { content: [{ type: 'text', text: 'Hello there.' }] };
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  /** Starts to listen; resolves with the `base_url` for a model. */
  async start(): Promise<string> {
    return `${await listen(this.#server)}/v1`;
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
    this.requests.push({ headers: request.headers, path: request.url ?? '', body });
    const { refuse, content, stopReason = 'end_turn' } = this.script;
    const send = (status: number, value: object, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
    };
    if (refuse) {
      const { status, headers, ...error } = refuse;
      return send(status, { type: 'error', error }, headers);
    }
    if (request.url?.endsWith('/count_tokens')) return send(200, { input_tokens: 42 });
    const usage = { input_tokens: 7, output_tokens: 3, ...this.script.usage };
    const head = { id: 'msg_1', type: 'message', role: 'assistant', model: body['model'], stop_sequence: null };
    if (body['stream'] !== true) return send(200, { ...head, content, stop_reason: stopReason, usage });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const emit = (type: string, fields: object) =>
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
    emit('message_start', { message: { ...head, content: [], stop_reason: null, usage } });
    for (const [index, block] of content.entries()) stream(emit, index, block);
    emit('message_delta', { delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: 3 } });
    emit('message_stop', {});
    response.end();
  }
}

function stream(emit: (type: string, fields: object) => void, index: number, block: ScriptedBlock): void {
  const delta = (fields: object) => emit('content_block_delta', { index, delta: fields });
  emit('content_block_start', { index, content_block: emptied(block) });
  if (block.type === 'text') for (const word of block.text.split(/(?= )/)) delta({ type: 'text_delta', text: word });
  if (block.type === 'thinking') {
    delta({ type: 'thinking_delta', thinking: block.thinking });
    delta({ type: 'signature_delta', signature: block.signature });
  }
  if (block.type === 'tool_use') delta({ type: 'input_json_delta', partial_json: JSON.stringify(block.input) });
  emit('content_block_stop', { index });
}

function emptied(block: ScriptedBlock): object {
  switch (block.type) {
    case 'text':
      return { ...block, text: '' };
    case 'thinking':
      return { ...block, thinking: '', signature: '' };
    case 'tool_use':
      return { ...block, input: {} };
    case 'redacted_thinking':
      return block;
  }
}
