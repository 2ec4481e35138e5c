import { createParser } from 'eventsource-parser';
import { ApiError, toApiError } from '../../api/api-error.js';
import { writeHeaders } from '../../api/client.js';
import type { AnswerEvent, Chunk } from './answer.js';
import type { ChatBody } from './request.js';

/** Silence after which a stream is given up. The interface sends comments more often. */
const maxSilenceMs = 120_000;

/**
 * Sends a chat and passes on what happens to its answer: chunks, then one of `ended`, `stopped` and
 * `failed`. It never throws. Aborting the signal stops the answer.
 */
export async function streamChat(
  body: ChatBody,
  signal: AbortSignal,
  onEvent: (event: AnswerEvent) => void,
): Promise<void> {
  const startMs = performance.now();
  const atMs = () => performance.now() - startMs;
  const silence = new Silence();
  try {
    const response = await fetch('/api/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...writeHeaders() },
      body: JSON.stringify({ ...body, stream: true, stream_options: { include_usage: true } }),
      credentials: 'same-origin',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok || response.body === null) throw await toApiError(response);
    await readChunks(response.body, silence, (chunk) => onEvent({ type: 'chunk', chunk, atMs: atMs() }));
    onEvent({ type: 'ended', atMs: atMs() });
  } catch (error) {
    if (signal.aborted) onEvent({ type: 'stopped', atMs: atMs() });
    else onEvent({ type: 'failed', error: failureOf(error), atMs: atMs() });
  } finally {
    silence.end();
  }
}

function failureOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

async function readChunks(
  body: ReadableStream<Uint8Array>,
  silence: Silence,
  onChunk: (chunk: Chunk) => void,
): Promise<void> {
  let isDone = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === '[DONE]') isDone = true;
      else onChunk(chunkOf(data));
    },
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    silence.broken();
    parser.feed(decoder.decode(value, { stream: true }));
  }
  if (!isDone) throw new Error('The connection closed before the answer ended.');
}

interface ErrorEvent {
  readonly error?: { readonly message: string; readonly code: string; readonly param: string | null };
}

/** An error after the first byte is an event of the stream. @throws ApiError */
function chunkOf(data: string): Chunk {
  const { error, ...chunk } = JSON.parse(data) as Chunk & ErrorEvent;
  if (error !== undefined) throw new ApiError(error.message, 200, error.code, error.param);
  return chunk;
}

/** Aborts its signal when nothing has arrived for {@link maxSilenceMs}. */
class Silence {
  readonly #controller = new AbortController();
  #timer = this.#start();

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something arrived. */
  broken(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  }

  /** Stops waiting. */
  end(): void {
    clearTimeout(this.#timer);
  }

  #start(): ReturnType<typeof setTimeout> {
    const error = new Error(`Nothing arrived for ${maxSilenceMs / 1_000} s.`);
    return setTimeout(() => this.#controller.abort(error), maxSilenceMs);
  }
}
