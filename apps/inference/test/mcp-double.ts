import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

/**
 * An MCP server on a real socket, made with the SDK: `add` adds two numbers, `fail` says that it failed, `hang` never
 * answers.
 */
export class McpDouble {
  /** The `authorization` of each request. */
  readonly authorizations: (string | undefined)[] = [];
  readonly #server: Server = createServer((request, response) => void this.#take(request, response));

  static async listen(): Promise<McpDouble> {
    const double = new McpDouble();
    await new Promise<void>((resolve) => double.#server.listen(0, '127.0.0.1', resolve));
    return double;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mcp`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.authorizations.push(request.headers.authorization);
    if (request.method !== 'POST') {
      // As servers without a stream or sessions of their own answer, by the specification and in the SDK's own
      // examples.
      const error = { code: -32_000, message: 'Method not allowed.' };
      response.writeHead(405, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
      return;
    }
    // Without sessions each request has a server of its own, as the SDK wants it.
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    const server = mcpServer();
    response.on('close', () => void server.close());
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    await transport.handleRequest(request, response);
  }
}

function mcpServer(): McpServer {
  const server = new McpServer({ name: 'double', version: '1' });
  const numbers = { a: z.number(), b: z.number() };
  server.registerTool('add', { description: 'Adds.', inputSchema: numbers }, async ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }],
  }));
  server.registerTool('fail', { description: 'Fails.' }, async () => ({
    content: [{ type: 'text', text: 'There is no such place.' }],
    isError: true,
  }));
  server.registerTool('hang', { description: 'Hangs.' }, () => new Promise(() => undefined));
  return server;
}
