import type {
  ModelProvider,
  ProviderChatRequest,
  ProviderEmbeddingRequest,
  ProviderEmbeddings,
  ProviderEvent,
} from '../model-provider.js';
import { EventQueue } from '../event-queue.js';
import { embeddingsBody } from './embeddings-body.js';
import { fitting, toldOfEmbeddings } from './embeddings-errors.js';
import { EmbeddingsReader } from './embeddings-reader.js';
import { countCircuit } from './attempts/attempts.metrics.js';
import { TargetStates } from './attempts/target-state.js';
import { withRetries } from './attempts/with-retries.js';
import { ChatAnswer } from './chat-answer.js';
import type { ChatCallOptions } from './chat-call.js';
import { Endpoints } from './endpoint.js';
import { JsonReader } from './json-reader.js';
import type { OpenaiSettings } from './openai-settings.js';
import type { OpenaiTarget } from './openai-target.js';
import { requestBody } from './request-body.js';
import { StreamReader } from './stream-reader.js';
import { UpstreamCall } from './upstream-call.js';
import { providerFailed } from './upstream-errors.js';

/** Any server that speaks OpenAI's interface: vLLM, Ollama, llama.cpp, TGI, OpenAI itself and others. */
export class OpenaiProvider implements ModelProvider<OpenaiTarget> {
  private readonly endpoints: Endpoints;
  private readonly states: TargetStates;

  /** @param logger told of models whose server is left alone for a while. */
  constructor(
    private readonly settings: OpenaiSettings,
    logger: { warn(message: string): void },
  ) {
    this.states = new TargetStates(({ model, baseUrl }, state) => {
      countCircuit(state);
      if (state === 'open') logger.warn(`model ${model} at ${baseUrl} fails: it is left alone for a moment`);
    });
    this.endpoints = new Endpoints(settings);
  }

  async *chat(
    target: OpenaiTarget,
    request: ProviderChatRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ProviderEvent[], void, void> {
    if (signal.aborted) return;
    const answer = new ChatAnswer(request.choices, this.chatOptions(target, request));
    const cancel = () => answer.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      answer.start();
      yield* answer.queue.batches();
    } finally {
      signal.removeEventListener('abort', cancel);
      answer.cancel();
    }
  }

  async embed(
    target: OpenaiTarget,
    request: ProviderEmbeddingRequest,
    signal: AbortSignal,
  ): Promise<ProviderEmbeddings> {
    const limits = { signal, settings: this.settings.retries };
    try {
      const once = () => this.embedOnce(target, request, signal);
      return fitting(await withRetries(this.states.of(target), limits, once), request);
    } catch (error) {
      throw toldOfEmbeddings(error, request);
    }
  }

  /** The interface that they share has no way to count a prompt without generating. */
  async countPrompt(): Promise<null> {
    return null;
  }

  async close(): Promise<void> {
    await this.endpoints.close();
  }

  private async embedOnce(
    target: OpenaiTarget,
    request: ProviderEmbeddingRequest,
    signal: AbortSignal,
  ): Promise<ProviderEmbeddings> {
    const endpoint = this.endpoints.get(target);
    const { apiKey } = target;
    const readerOf = () => new EmbeddingsReader(request.input.length, apiKey);
    const queue = new EventQueue<ProviderEmbeddings>();
    const place = endpoint.enter(request.tenant);
    const call = new UpstreamCall<ProviderEmbeddings>(queue, place, readerOf, apiKey);
    const cancel = () => {
      queue.cancel();
      call.cancel();
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const dispatch = {
        method: 'POST' as const,
        path: endpoint.embeddingsPath,
        headers: headersOf(target, 'application/json'),
        body: embeddingsBody(target.model, request),
        headersTimeout: this.settings.wholeAnswerTimeoutMs,
        bodyTimeout: this.settings.idleTimeoutMs,
      };
      place.begin(() => void endpoint.pool.dispatch(dispatch, call));
      for await (const [embeddings] of queue.batches()) if (embeddings) return embeddings;
      signal.throwIfAborted();
      throw providerFailed('it gave no answer');
    } finally {
      signal.removeEventListener('abort', cancel);
      call.cancel();
    }
  }

  private chatOptions(target: OpenaiTarget, request: ProviderChatRequest): ChatCallOptions {
    const { apiKey } = target;
    const { firstTokenTimeoutMs, wholeAnswerTimeoutMs, idleTimeoutMs } = this.settings;
    const beginTimeoutMs = request.stream ? firstTokenTimeoutMs : wholeAnswerTimeoutMs;
    return {
      state: this.states.of(target),
      retries: this.settings.retries,
      retryUntil: request.retryUntil,
      beginTimeoutMs,
      // Goes by what came, not by what was asked: servers that can't stream answer in one piece.
      readerOf: (type, range) =>
        /^text\/event-stream\b/i.test(type)
          ? new StreamReader({ ...range, idleTimeoutMs, apiKey })
          : new JsonReader(range, apiKey),
      send: ({ count }, sink, readerOf) => {
        const endpoint = this.endpoints.get(target);
        // Pictures may make more of it than a string holds, so before there is a place to give back.
        const body = requestBody(target.model, request, count);
        const place = endpoint.enter(request.tenant);
        request.onTaken?.();
        const call = new UpstreamCall(sink, place, readerOf, apiKey);
        const dispatch = {
          method: 'POST' as const,
          path: endpoint.chatPath,
          headers: headersOf(target, request.stream ? 'text/event-stream' : 'application/json'),
          body,
          headersTimeout: 0, // the time until it begins is watched by the call
          bodyTimeout: request.stream ? idleTimeoutMs : 0,
        };
        place.begin(() => void endpoint.pool.dispatch(dispatch, call));
        return call;
      },
    };
  }
}

function headersOf({ apiKey }: OpenaiTarget, accept: string): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json', accept };
  if (apiKey !== undefined) headers.authorization = `Bearer ${apiKey}`;
  return headers;
}
