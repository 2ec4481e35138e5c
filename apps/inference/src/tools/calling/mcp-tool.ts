import type { Tool } from '@earshot/contracts-inference';
import { abortable } from '@earshot/storage-client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import type { Arguments } from './http-tool.js';
import { ToolFailure, type ToolHttp } from './tool-http.js';

/** A tool of the kind `mcp`. */
export type McpEndpoint = Extract<Tool['endpoint'], { kind: 'mcp' }>;

type Result = z.infer<typeof CallToolResultSchema>;

/** Never reconnects: a call has one deadline, and a tool may have side effects. */
const noReconnection = {
  initialReconnectionDelay: 1,
  maxReconnectionDelay: 1,
  reconnectionDelayGrowFactor: 1,
  maxRetries: 0,
};

/** Timeout for ending a session, in ms; it runs in the background. */
const sessionEndTimeoutMs = 2_000;

/** Calls an MCP tool in a session of its own. @returns its text. @throws ToolFailure; the reason of an abort. */
export async function callMcpTool(
  http: ToolHttp,
  endpoint: McpEndpoint,
  input: Arguments,
  headers: Readonly<Record<string, string>>,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<string> {
  const client = new Client({ name: 'earshot', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(endpoint.url), {
    fetch: http.fetch,
    requestInit: { headers: { ...headers } },
    reconnectionOptions: noReconnection,
  });
  const options = { signal, timeout: timeoutMs };
  const call = async () => {
    await client.connect(transport, options);
    const toolCall = { name: endpoint.tool, arguments: { ...input } };
    return client.callTool(toolCall, CallToolResultSchema, options);
  };
  try {
    // The SDK's options do not bound notifications.
    return textOf((await abortable(call(), signal)) as Result);
  } catch (error) {
    throw explain(error, signal);
  } finally {
    closeSession(client, transport);
  }
}

/** Ends the session at the server, in the background. Errors are ignored: the call is over. */
function closeSession(client: Client, transport: StreamableHTTPClientTransport): void {
  const timer = setTimeout(() => void client.close(), sessionEndTimeoutMs);
  void transport
    .terminateSession()
    .catch(() => undefined)
    .finally(() => {
      clearTimeout(timer);
      void client.close();
    });
}

/** @throws ToolFailure where the tool says that it failed */
function textOf({ content, structuredContent, isError }: Result): string {
  const parts = content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`));
  const structured = parts.length === 0 && structuredContent !== undefined;
  const text = structured ? JSON.stringify(structuredContent) : parts.join('\n');
  if (isError === true) throw new ToolFailure(text === '' ? 'It failed without a reason.' : text);
  return text;
}

function explain(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof ToolFailure) return error;
  // The server's message about the call, like text of a result.
  if (error instanceof McpError) return new ToolFailure(error.message, { cause: error });
  return new ToolFailure('Its MCP server sent no valid answer.', { cause: error });
}
