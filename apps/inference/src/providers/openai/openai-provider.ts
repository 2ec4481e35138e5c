import type {
  ModelProvider,
  ProviderChatRequest,
  ProviderEmbeddingRequest,
  ProviderEmbeddings,
  ProviderEvent,
} from '../model-provider.js';
import { embeddingsBody } from './embeddings-body.js';
import { fitting, toldOfEmbeddings } from './embeddings-errors.js';
import { EmbeddingsReader } from './embeddings-reader.js';
import { Endpoints } from './endpoint.js';
import { JsonReader } from './json-reader.js';
import { OPENAI_TIMEOUTS, type OpenaiTimeouts } from './limits.js';
import type { OpenaiTarget } from './openai-target.js';
import { requestBody } from './request-body.js';
import { StreamReader } from './stream-reader.js';
import { UpstreamCall } from './upstream-call.js';
import { providerFailed } from './upstream-errors.js';

/** Any server that speaks OpenAI's interface: vLLM, Ollama, llama.cpp, TGI, OpenAI itself and others. */
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
    const endpoint = this.endpoints.get(target.baseUrl);
    const { apiKey } = target;
    const call = new UpstreamCall<ProviderEvent>(
      endpoint.enter(),
      // Goes by what came, not by what was asked: servers that can't stream answer in one piece.
      (type) => (/^text\/event-stream\b/i.test(type) ? new StreamReader(apiKey) : new JsonReader(apiKey)),
      apiKey,
    );
    const { firstByteTimeoutMs, wholeAnswerTimeoutMs } = this.timeouts;
    const cancel = () => call.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const dispatch = {
        method: 'POST' as const,
        path: endpoint.chatPath,
        headers: headersOf(target, request.stream ? 'text/event-stream' : 'application/json'),
        body: requestBody(target.model, request),
        headersTimeout: request.stream ? firstByteTimeoutMs : wholeAnswerTimeoutMs,
      };
      endpoint.pool.dispatch(dispatch, call);
      yield* call.queue.batches();
    } finally {
      signal.removeEventListener('abort', cancel);
      call.cancel();
    }
  }

  async embed(
    target: OpenaiTarget,
    request: ProviderEmbeddingRequest,
    signal: AbortSignal,
  ): Promise<ProviderEmbeddings> {
    signal.throwIfAborted();
    const endpoint = this.endpoints.get(target.baseUrl);
    const { apiKey } = target;
    const readerOf = () => new EmbeddingsReader(request.input.length, apiKey);
    const call = new UpstreamCall<ProviderEmbeddings>(endpoint.enter(), readerOf, apiKey);
    const cancel = () => call.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const dispatch = {
        method: 'POST' as const,
        path: endpoint.embeddingsPath,
        headers: headersOf(target, 'application/json'),
        body: embeddingsBody(target.model, request),
        headersTimeout: this.timeouts.wholeAnswerTimeoutMs,
      };
      endpoint.pool.dispatch(dispatch, call);
      for await (const [embeddings] of call.queue.batches()) if (embeddings) return fitting(embeddings, request);
      signal.throwIfAborted();
      throw providerFailed('it gave no answer');
    } catch (error) {
      throw toldOfEmbeddings(error, request);
    } finally {
      signal.removeEventListener('abort', cancel);
      call.cancel();
    }
  }

  /** The interface that they share has no way to count a prompt without generating. */
  async countPrompt(): Promise<null> {
    return null;
  }

  async close(): Promise<void> {
    await this.endpoints.close();
  }
}

function headersOf({ apiKey }: OpenaiTarget, accept: string): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json', accept };
  if (apiKey !== undefined) headers.authorization = `Bearer ${apiKey}`;
  return headers;
}
