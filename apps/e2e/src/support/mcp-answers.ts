import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

interface Message {
  readonly id?: number;
  readonly method: string;
}

/** A stateless MCP server with one tool, which answers "sunny". */
export async function answerMcp(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('content-type', 'application/json');
  if (request.method !== 'POST') {
    // The specification requires the status; servers made with the SDK send this body.
    const error = { code: -32_000, message: 'Method not allowed.' };
    response.writeHead(405).end(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
    return;
  }
  const { id, method } = (await json(request)) as Message;
  if (id === undefined) response.writeHead(202).end();
  else response.end(JSON.stringify({ jsonrpc: '2.0', id, result: resultOf(method) }));
}

function resultOf(method: string): object {
  if (method !== 'initialize') return { content: [{ type: 'text', text: 'sunny' }] };
  const serverInfo = { name: 'weather', version: '1' };
  return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
}
