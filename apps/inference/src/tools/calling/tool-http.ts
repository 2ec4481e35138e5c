import { errors, type Response } from 'undici';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { AddressPolicy } from '../../outgoing/address-policy.js';
import { isAddressRejected, type Resolve } from '../../outgoing/guarded-connector.js';
import { CompressedResponse, GuardedHttp } from '../../outgoing/guarded-http.js';

/** A tool call failed. The message is for the model and contains no secret. */
export class ToolFailure extends Error {}

/** Most bytes of one response: a result becomes part of the prompt, and few models take that much. */
export const maxResponseBytes = 256 * 1_024;

interface ToolRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** HTTP for tools: guarded, without redirects, with errors for the model. The signal bounds the whole call. */
export class ToolHttp {
  readonly #http: GuardedHttp;

  /** @param resolve replaces the system's resolver in tests. */
  constructor(policy: AddressPolicy, resolve?: Resolve) {
    this.#http = new GuardedHttp(policy, { maxResponseBytes, resolve });
  }

  /** Asks once. @throws ToolFailure; the reason of an abort. */
  async send(url: string | URL, { method, headers, body }: ToolRequest, signal: AbortSignal) {
    try {
      const response = await this.#fetch(url, { method, headers: { ...headers }, body, signal });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      throw explain(error, signal);
    }
  }

  /** The same in the form of `fetch`, for the SDK of MCP. */
  readonly fetch: FetchLike = async (url, init) => {
    try {
      return (await this.#fetch(url, init)) as Awaited<ReturnType<FetchLike>>;
    } catch (error) {
      throw explain(error, init?.signal);
    }
  };

  close(): Promise<void> {
    return this.#http.close();
  }

  async #fetch(...[url, init]: Parameters<FetchLike>): Promise<Response> {
    const response = await this.#http.fetch(url, init as Parameters<GuardedHttp['fetch']>[1]);
    const { status, body } = response;
    if (status < 300 || status > 399) return response;
    await body?.cancel();
    throw new ToolFailure(`It answered with a redirect (${status}), which is not followed.`);
  }
}

/** An error in words that give nothing away of the network that it happened in. */
function explain(error: unknown, signal: AbortSignal | null | undefined): unknown {
  if (signal?.aborted === true) return signal.reason;
  if (error instanceof ToolFailure) return error;
  if (isAddressRejected(error)) return new ToolFailure(notPermitted, { cause: error });
  if (error instanceof CompressedResponse) {
    return new ToolFailure('Its answer is compressed, which is not supported.', { cause: error });
  }
  if (error instanceof Error && error.cause instanceof errors.ResponseExceededMaxSizeError) {
    return new ToolFailure(`Its answer has more than ${maxResponseBytes} bytes.`, { cause: error });
  }
  return new ToolFailure('It cannot be reached, or did not complete its answer.', { cause: error });
}

const notPermitted = 'Its address is not public, and EARSHOT_TOOLS_ALLOWED_NETWORKS does not allow its network.';
