import { errorOfBody, type ErrorBody } from './http/error-response.js';
import { ConnectionError } from './http/errors.js';
import { bodyOf, type CallOptions, type Http } from './http/http.js';
import { eventsOf } from './http/server-sent-events.js';
import type { ChatChunk, ChatInput, ChatResponse, Model } from './types.js';

/** A model on a busy machine may take minutes for an answer, or for its first token. */
const answerTimeoutMs = 600_000;
const lastEvent = '[DONE]';

/** Chats in Earshot's own dialect. For an application, an OpenAI client does the same. */
export class Chat {
  constructor(private readonly http: Http) {}

  /** Lists the models that the API key may use. */
  async models({ signal }: CallOptions = {}): Promise<Model[]> {
    const { data } = await bodyOf(this.http.api.GET('/api/v1/models', { signal: signal ?? null }));
    return data;
  }

  /** Generates a whole answer. */
  async create(input: ChatInput, { signal }: CallOptions = {}): Promise<ChatResponse> {
    const response = await this.#send({ ...input, stream: false }, signal);
    return (await response.json()) as ChatResponse;
  }

  /**
   * Generates an answer and yields its chunks as they arrive. Leaving the loop stops the generation.
   *
   * @throws ApiError also for an error after the first chunk. ConnectionError if the answer ends before its end
   */
  async *stream(input: ChatInput, { signal }: CallOptions = {}): AsyncGenerator<ChatChunk> {
    const response = await this.#send({ ...input, stream: true }, signal);
    for await (const { data } of eventsOf(response, signal)) {
      if (data === lastEvent) return;
      const chunk = JSON.parse(data) as ChatChunk & ErrorBody;
      if (chunk.error) throw errorOfBody(chunk, { status: 500, fallback: 'The answer failed.' });
      yield chunk;
    }
    throw new ConnectionError('The connection broke before the end of the answer.');
  }

  #send(input: ChatInput, signal: AbortSignal | undefined): Promise<Response> {
    return this.http.raw('/api/v1/chat/completions', {
      method: 'POST',
      body: JSON.stringify(input),
      headers: { 'content-type': 'application/json' },
      stream: input.stream === true,
      attemptTimeoutMs: answerTimeoutMs,
      signal,
    });
  }
}
