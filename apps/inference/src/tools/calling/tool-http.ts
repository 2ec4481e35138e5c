import { Readable } from 'node:stream';
import { Agent, errors, request, type Dispatcher } from 'undici';
import type { AddressPolicy } from './address-policy.js';
import { guardedConnector, type Resolve } from './guarded-connector.js';
import { ToolFailure } from './tool-failure.js';

/** Most bytes of one response: a result becomes part of the prompt, and few models take that much. */
export const maxResponseBytes = 256 * 1_024;

/** As for model servers: longer than a SYN that is sent again, on a bad line. */
const connectTimeoutMs = 5_000;

/** Below what common servers (5 s) keep an unused connection for. */
const keepAliveMs = 4_000;

/** To one server, over all projects: the calls of a process are bounded apart from that. */
const connectionsPerServer = 32;

const bodiless = new Set([204, 205, 304]);

/** A response, read whole. */
export interface ToolResponse {
  readonly status: number;
  readonly text: string;
}

/** What is sent. */
export interface ToolRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * HTTP for tools: only to addresses that the policy permits, without redirects, with bounded responses. Nothing is sent twice: a tool may have
 * effects.
 */
export class ToolHttp {
  readonly #agent: Agent;

  /** @param resolve in place of the system's resolver, for tests. */
  constructor(policy: AddressPolicy, resolve?: Resolve) {
    this.#agent = new Agent({
      connect: guardedConnector(policy, { timeoutMs: connectTimeoutMs, resolve }),
      connections: connectionsPerServer,
      keepAliveTimeout: keepAliveMs,
      maxResponseSize: maxResponseBytes,
      // The call as a whole has a deadline.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Asks once. @throws ToolFailure; the reason of an abort. */
  async send(url: string | URL, { method, headers, body }: ToolRequest, signal: AbortSignal): Promise<ToolResponse> {
    try {
      const response = await this.#request(url, { method, headers, body, signal });
      return { status: response.statusCode, text: await response.body.text() };
    } catch (error) {
      throw explain(error, signal);
    }
  }

  /** The same in the form of `fetch`, as far as the SDK of MCP makes use of it. */
  readonly fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const signal = init.signal ?? undefined;
    const method = (init.method ?? 'GET') as Dispatcher.HttpMethod;
    try {
      const response = await this.#request(url, { method, headers, signal, body: init.body as string | undefined });
      const status = response.statusCode;
      const answer = { status, headers: headersOf(response) };
      if (!bodiless.has(status)) return new Response(Readable.toWeb(response.body) as ReadableStream, answer);
      await response.body.dump();
      return new Response(null, answer);
    } catch (error) {
      throw explain(error, signal);
    }
  };

  /** Breaks off every connection. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #request(
    url: string | URL,
    options: Omit<ToolRequest, 'headers'> & { headers: Readonly<Record<string, string>>; signal?: AbortSignal },
  ): Promise<Dispatcher.ResponseData> {
    const headers = { ...options.headers, 'accept-encoding': 'identity' };
    const response = await request(url, { ...options, headers, dispatcher: this.#agent });
    const fault = faultOf(response);
    if (fault === undefined) return response;
    // Destroyed before its end, it tells of that as of an error.
    response.body.on('error', () => undefined).destroy();
    throw new ToolFailure(fault);
  }
}

/** What of a response is not gone into at all. */
function faultOf({ statusCode, headers }: Dispatcher.ResponseData): string | undefined {
  if (statusCode >= 300 && statusCode < 400)
    return `It answered with a redirect (${statusCode}), which is not followed.`;
  // Unpacked, a small response may be a large one.
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding === 'identity' ? undefined : 'Its answer is compressed, which was not asked for.';
}

function headersOf({ headers }: Dispatcher.ResponseData): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((one): [string, string] => [name, one]),
  );
}

/** An error in words that give nothing away of the network that it happened in. */
function explain(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted === true) return signal.reason;
  if (error instanceof ToolFailure) return error;
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    return new ToolFailure(`Its answer has more than ${maxResponseBytes} bytes.`, { cause: error });
  }
  if (error instanceof errors.UndiciError && error.cause instanceof ToolFailure) return error.cause;
  return new ToolFailure("It can't be reached, or broke off its answer.", { cause: error });
}
