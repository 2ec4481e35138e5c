import type { LlamaEmbeddingContext, LlamaModel, Token } from 'node-llama-cpp';
import type { ProviderEmbeddingRequest, ProviderEmbeddings } from '../model-provider.js';
import { dimensionsNotSupported, engineFailed, textTooLong, tokenUnknown } from './llama-errors.js';
import { MAX_CHARACTERS_PER_TOKEN } from './llama-settings.js';
import { Pool } from '../../limits/pool.js';
import type { RequestRun } from './request-run.js';

/** Embeds with one model, one text at a time; projects take turns after each text. */
export class Embedder {
  readonly #turns: Pool<LlamaEmbeddingContext>;
  #requests = 0;
  /** Number of tokens that the model has; undefined until it is needed. */
  #vocabulary: number | undefined;
  /** The engine keeps the last cell free. */
  readonly #capacity: number;

  constructor(
    private readonly model: LlamaModel,
    private readonly context: LlamaEmbeddingContext,
    contextTokens: number,
  ) {
    this.#turns = new Pool([context]);
    this.#capacity = contextTokens - 1;
  }

  /** Returns unit vectors. @throws AppError `context_length_exceeded`, `dimensions_not_supported`, `queue_full` */
  async embed(request: ProviderEmbeddingRequest, run: RequestRun): Promise<ProviderEmbeddings> {
    const { input, dimensions, project } = request;
    const own = this.model.embeddingVectorSize;
    if (dimensions !== undefined && dimensions !== own) throw dimensionsNotSupported(own);
    // All but one request wait most of the time, so each keeps its slot to the end.
    const leave = this.#requests > 0 ? run.queueSlot.take() : undefined;
    this.#requests += 1;
    try {
      const { texts, promptTokens } = await this.#tokenize(input, run.signal);
      const vectors: Float32Array[] = [];
      for (const tokens of texts) {
        const context = await this.#turns.take({ project, signal: run.signal });
        if (context !== null) vectors.push(await this.#compute(context, tokens));
      }
      return { vectors, promptTokens };
    } finally {
      this.#requests -= 1;
      leave?.();
    }
  }

  /** Frees the memory. Nothing may be under way. */
  async dispose(): Promise<void> {
    await this.context.dispose();
  }

  async #compute(context: LlamaEmbeddingContext, tokens: Token[]): Promise<Float32Array> {
    try {
      return normalised((await context.getEmbeddingFor(tokens)).vector);
    } catch (error) {
      throw engineFailed('it created no vector', error);
    } finally {
      this.#turns.release(context);
    }
  }

  /** All of them first: a request that is refused has cost little. */
  async #tokenize(input: ProviderEmbeddingRequest['input'], signal: AbortSignal) {
    const texts: Token[][] = [];
    let promptTokens = 0;
    for (const [index, text] of input.entries()) {
      if (signal.aborted) break;
      if (text.length > this.#capacity * MAX_CHARACTERS_PER_TOKEN) throw textTooLong(index, this.#capacity, null);
      const tokens = typeof text === 'string' ? this.model.tokenize(text) : this.#checked(text, index);
      const length = this.context.calculateInputLength(tokens);
      if (length > this.#capacity) throw textTooLong(index, this.#capacity, length);
      texts.push(tokens);
      promptTokens += length;
      // Thousands of long texts must not block the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { texts, promptTokens };
  }

  #checked(ids: number[], index: number): Token[] {
    this.#vocabulary ??= [...this.model.iterateAllTokens()].length;
    const unknown = ids.findIndex((id) => id >= (this.#vocabulary ?? 0));
    if (unknown !== -1) throw tokenUnknown(`input[${index}][${unknown}]`, this.#vocabulary);
    return ids as Token[];
  }
}

function normalised(values: readonly number[]): Float32Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return Float32Array.from(values, (value) => (length === 0 ? 0 : value / length));
}
