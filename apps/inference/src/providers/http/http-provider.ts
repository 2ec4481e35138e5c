import { invalidRequest } from '@earshot/errors';
import { EventQueue } from '../event-queue.js';
import type {
  ModelProvider,
  ProviderChatRequest,
  ProviderEmbeddingRequest,
  ProviderEmbeddings,
  ProviderEvent,
} from '../model-provider.js';
import { TargetStates, withRetries } from './attempts.js';
import { ChatAnswer } from './chat-answer.js';
import type { ChatCallOptions } from './chat-call.js';
import { type AnswerReader, type ChatReader, type ChoiceRange, HttpCall, type Sink } from './http-call.js';
import { Endpoints } from './endpoint.js';
import type { HttpSettings, HttpTarget } from './http-settings.js';
import { providerFailed } from './provider-errors.js';
import type { ProviderKind, ProviderLogger } from '../provider-kind.js';

/** Context of reading an answer. */
export interface ReaderOptions {
  readonly contentType: string;
  /** How long a stream may send nothing of the answer, in ms. */
  readonly idleTimeoutMs: number;
  readonly apiKey: string | undefined;
}

/** One resource of a server. */
interface Resource<Request> {
  /** Path below the base address, for example `/chat/completions`. */
  path(model: string, request: Request): string;
  /** @param choices how many answers to ask for; 1 for embeddings. */
  body(model: string, request: Request, choices: number): string;
  /** Further headers. */
  headers?(request: Request): Record<string, string>;
}

/** How servers of one kind are called. */
export interface HttpProtocol {
  readonly kind: string;
  readonly callsTools: boolean;
  /** See {@link ProviderKind.parameters}. */
  readonly parameters: ProviderKind['parameters'];
  /** See {@link ProviderKind.takesAnthropicFields}. */
  readonly takesAnthropicFields?: boolean;
  /** Headers of a request with an API key. */
  authorization(apiKey: string): Record<string, string>;
  readonly chat: Resource<ProviderChatRequest> & {
    readerOf(range: ChoiceRange, options: ReaderOptions): ChatReader;
  };
  /** How the tokens of a prompt are counted. Absent where the servers cannot. */
  readonly count?: Resource<ProviderChatRequest> & {
    readerOf(apiKey: string | undefined): AnswerReader<number>;
  };
  /** Absent where the servers embed nothing. */
  readonly embeddings?: Resource<ProviderEmbeddingRequest> & {
    readerOf(request: ProviderEmbeddingRequest, apiKey: string | undefined): AnswerReader<ProviderEmbeddings>;
    /** @throws AppError when the vectors are not what was asked for. */
    check(embeddings: ProviderEmbeddings, request: ProviderEmbeddingRequest): ProviderEmbeddings;
    /** The error that the caller gets, for example for vectors of an unsupported length. */
    errorOf(error: unknown, request: ProviderEmbeddingRequest): unknown;
  };
}

interface Dispatch {
  readonly path: string;
  readonly headers?: Record<string, string> | undefined;
  readonly accept: string;
  readonly body: string;
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}

/** Models on servers of one protocol. Connections, retries, circuit and limits are the same for every protocol. */
export class HttpProvider implements ModelProvider<HttpTarget> {
  readonly #endpoints: Endpoints;
  readonly #states: TargetStates;

  /** @param logger warned when the circuit of a model opens. */
  constructor(
    private readonly protocol: HttpProtocol,
    private readonly settings: HttpSettings,
    logger: Pick<ProviderLogger, 'warn'>,
  ) {
    this.#states = new TargetStates(({ model, baseUrl }) =>
      logger.warn({ model, base_url: baseUrl }, 'circuit opened'),
    );
    this.#endpoints = new Endpoints(protocol.kind, settings);
  }

  async *chat(
    target: HttpTarget,
    request: ProviderChatRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ProviderEvent[], void, void> {
    if (signal.aborted) return;
    const answer = new ChatAnswer(request.choices, this.#chatOptions(target, request));
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

  async embed(target: HttpTarget, request: ProviderEmbeddingRequest, signal: AbortSignal): Promise<ProviderEmbeddings> {
    const { embeddings } = this.protocol;
    if (!embeddings)
      throw invalidRequest(
        'model_not_served',
        `A provider of kind '${target.kind}' has no embeddings. Use another model.`,
      );
    const limits = { signal, settings: this.settings.retries };
    try {
      const readerOf = () => embeddings.readerOf(request, target.apiKey);
      const once = () => this.#sendOnce(target, request, { ...embeddings, readerOf }, signal);
      return embeddings.check(await withRetries(this.#states.of(target), limits, once), request);
    } catch (error) {
      throw embeddings.errorOf(error, request);
    }
  }

  async countPrompt(target: HttpTarget, request: ProviderChatRequest, signal: AbortSignal): Promise<number | null> {
    const { count } = this.protocol;
    if (!count) return null;
    const readerOf = () => count.readerOf(target.apiKey);
    const limits = { signal, settings: this.settings.retries };
    return withRetries(this.#states.of(target), limits, () =>
      this.#sendOnce(target, request, { ...count, readerOf }, signal),
    );
  }

  async close(): Promise<void> {
    await this.#endpoints.close();
  }

  /** Sends a request whose answer is one event. */
  async #sendOnce<Request extends Pick<ProviderChatRequest, 'project' | 'traceparent'>, Answer>(
    target: HttpTarget,
    request: Request,
    resource: Resource<Request> & { readerOf(): AnswerReader<Answer> },
    signal: AbortSignal,
  ): Promise<Answer> {
    const queue = new EventQueue<Answer>();
    const { wholeAnswerTimeoutMs: headersTimeout, idleTimeoutMs: bodyTimeout } = this.settings;
    const body = resource.body(target.model, request, 1);
    const path = resource.path(target.model, request);
    const headers = resource.headers?.(request);
    const sent = { path, headers, accept: 'application/json', body, headersTimeout, bodyTimeout };
    const { project, traceparent } = request;
    const call = this.#send(target, { project, traceparent }, sent, queue, () => resource.readerOf());
    const cancel = () => {
      queue.cancel();
      call.cancel();
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      for await (const [answer] of queue.batches()) if (answer !== undefined) return answer;
      signal.throwIfAborted();
      throw providerFailed('it sent no answer');
    } finally {
      signal.removeEventListener('abort', cancel);
      call.cancel();
    }
  }

  #chatOptions(target: HttpTarget, request: ProviderChatRequest): ChatCallOptions {
    const { apiKey } = target;
    const { chat } = this.protocol;
    const { firstTokenTimeoutMs, wholeAnswerTimeoutMs, idleTimeoutMs } = this.settings;
    return {
      state: this.#states.of(target),
      retries: this.settings.retries,
      retryUntil: request.retryUntil,
      beginTimeoutMs: request.stream ? firstTokenTimeoutMs : wholeAnswerTimeoutMs,
      readerOf: (contentType, range) => chat.readerOf(range, { contentType, idleTimeoutMs, apiKey }),
      send: ({ count }, sink, readerOf) => {
        const sent = {
          path: chat.path(target.model, request),
          headers: chat.headers?.(request),
          accept: request.stream ? 'text/event-stream' : 'application/json',
          // Images may make it longer than a string can be, so it is made before a slot is taken.
          body: chat.body(target.model, request, count),
          headersTimeout: 0, // ChatCall watches the time until the answer begins.
          bodyTimeout: request.stream ? idleTimeoutMs : 0,
        };
        return this.#send(target, request, sent, sink, readerOf);
      },
    };
  }

  /** Sends a request once a connection is free. @throws AppError `queue_full`, `base_url_invalid` */
  #send<Event>(
    target: HttpTarget,
    { project, onTaken, traceparent }: Pick<ProviderChatRequest, 'project' | 'onTaken' | 'traceparent'>,
    { path, accept, headers: further, ...sent }: Dispatch,
    sink: Sink<Event>,
    readerOf: (contentType: string) => AnswerReader<Event>,
  ): HttpCall<Event> {
    const endpoint = this.#endpoints.get(target);
    const headers = {
      'content-type': 'application/json',
      accept,
      ...further,
      ...(traceparent !== undefined && { traceparent }),
      ...(target.apiKey !== undefined && this.protocol.authorization(target.apiKey)),
    };
    const slot = endpoint.take(project);
    onTaken?.();
    const call = new HttpCall(sink, slot, readerOf, { address: endpoint.address, apiKey: target.apiKey });
    const dispatch = { method: 'POST' as const, path: endpoint.pathOf(path), headers, ...sent };
    slot.begin(() => void endpoint.pool.dispatch(dispatch, call));
    return call;
  }
}
