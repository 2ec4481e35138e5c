import type { ModelProvider, ProviderChatRequest, ProviderEvent } from '../model-provider.js';
import { Endpoints, type Endpoint } from './endpoint.js';
import { OPENAI_TIMEOUTS, type OpenaiTimeouts } from './limits.js';
import type { OpenaiTarget } from './openai-target.js';
import { requestBody } from './request-body.js';
import { UpstreamCall } from './upstream-call.js';

/** Any server that speaks OpenAI's chat completions: vLLM, Ollama, llama.cpp, TGI, OpenAI itself and others. */
export class OpenaiProvider implements ModelProvider<OpenaiTarget> {
  private readonly endpoints: Endpoints;

  constructor(private readonly timeouts: OpenaiTimeouts = OPENAI_TIMEOUTS) {
    this.endpoints = new Endpoints(timeouts);
  }

  async *chat(
    target: OpenaiTarget,
    request: ProviderChatRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ProviderEvent[], void, void> {
    if (signal.aborted) return;
    if (request.maxTokens === 0) {
      // Servers refuse a limit of 0, and none of them counts a prompt without generating.
      yield [{ type: 'finish', index: 0, finishReason: 'length' }];
      return;
    }
    const endpoint = this.endpoints.get(target.baseUrl);
    const call = new UpstreamCall(endpoint.enter(), target.apiKey);
    const cancel = () => call.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      this.dispatch(endpoint, target, request, call);
      yield* call.queue.batches();
    } finally {
      signal.removeEventListener('abort', cancel);
      call.cancel();
    }
  }

  async close(): Promise<void> {
    await this.endpoints.close();
  }

  private dispatch(endpoint: Endpoint, target: OpenaiTarget, request: ProviderChatRequest, call: UpstreamCall): void {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      accept: request.stream ? 'text/event-stream' : 'application/json',
    };
    if (target.apiKey !== undefined) headers.authorization = `Bearer ${target.apiKey}`;
    const { firstByteTimeoutMs, wholeAnswerTimeoutMs } = this.timeouts;
    endpoint.pool.dispatch(
      {
        method: 'POST',
        path: endpoint.path,
        headers,
        body: requestBody(target.model, request),
        headersTimeout: request.stream ? firstByteTimeoutMs : wholeAnswerTimeoutMs,
      },
      call,
    );
  }
}
