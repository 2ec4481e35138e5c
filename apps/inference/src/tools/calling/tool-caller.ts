import { toUSVString } from 'node:util';
import type { Tool } from '@earshot/contracts-inference';
import type { Logger, SecretBox } from '@earshot/service-kit';
import { CallSlots } from '../../limits/call-slots.js';
import { type Arguments, callHttpTool } from './http-tool.js';
import { callMcpTool } from './mcp-tool.js';
import { ToolFailure, type ToolHttp } from './tool-http.js';

/** Calls of one project that run at one time in this process; more wait, within their own time. */
const callsPerProject = 32;

/** What came of a call: its text, and whether it is that of a failure. */
export interface ToolOutcome {
  readonly text: string;
  readonly failed: boolean;
}

/** Calls tools. */
export class ToolCaller {
  readonly #slots = new CallSlots(callsPerProject);

  /** @param timeoutMs of one call, waiting for its turn included. */
  constructor(
    private readonly http: ToolHttp,
    /** Opens the headers of tools, each bound to the id of its tool. */
    private readonly secrets: Pick<SecretBox, 'open'>,
    private readonly timeoutMs: number,
    private readonly logger: Pick<Logger, 'info'>,
  ) {}

  /**
   * Calls a tool once. A failure is an outcome too, in words for the model.
   *
   * @param traceparent sent to the tool, unless it has a header of this name; absent: none.
   * @throws the reason of an abort.
   */
  async call(tool: Tool, input: Arguments, signal: AbortSignal, traceparent?: string): Promise<ToolOutcome> {
    const timeout = AbortSignal.timeout(this.timeoutMs);
    const either = AbortSignal.any([signal, timeout]);
    try {
      const text = await this.#slots.run(
        tool.project_id,
        () => this.#request(tool, input, either, traceparent),
        either,
      );
      return { text: text, failed: false };
    } catch (error) {
      signal.throwIfAborted();
      const text = timeout.aborted
        ? `It did not answer within ${this.timeoutMs / 1_000} s.`
        : this.#wordsFor(error, tool);
      return { text: toUSVString(text), failed: true };
    }
  }

  close(): Promise<void> {
    return this.http.close();
  }

  #request(tool: Tool, input: Arguments, signal: AbortSignal, traceparent?: string): Promise<string> {
    const { endpoint } = tool;
    const headers = withTraceparent(this.#headersOf(tool), traceparent);
    if (endpoint.kind === 'http') return callHttpTool(this.http, endpoint, input, headers, signal);
    return callMcpTool(this.http, endpoint, input, headers, { signal, timeoutMs: this.timeoutMs });
  }

  #headersOf({ sealed_headers, id }: Tool): Record<string, string> {
    if (sealed_headers === null) return {};
    return JSON.parse(this.secrets.open(sealed_headers, id)) as Record<string, string>;
  }

  #wordsFor(error: unknown, { id, project_id }: Tool): string {
    this.logger.info({ tool_id: id, project_id, err: error }, 'tool failed');
    return error instanceof ToolFailure ? error.message : 'It cannot be called now.';
  }
}

/** A header of the tool itself wins. */
function withTraceparent(headers: Record<string, string>, traceparent: string | undefined): Record<string, string> {
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'traceparent');
  return traceparent === undefined || hasOwn ? headers : { ...headers, traceparent };
}
