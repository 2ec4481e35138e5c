import type { ProviderEmbeddings } from '../model-provider.js';
import type { AnswerReader } from '../http/http-call.js';
import { usageOf } from './completion-shapes.js';
import { JsonBody } from '../http/json-body.js';
import { providerFailed } from '../http/provider-errors.js';
import { readVector } from './vector.js';

/** An answer with vectors in bytes: many times what 32 vectors take, also in decimals. */
const MAX_EMBEDDINGS_BYTES = 32 * 1024 * 1024;

/** What is read of an answer. Servers differ in the rest, which is left alone. */
interface EmbeddingsAnswer {
  data?: unknown;
  usage?: { prompt_tokens?: unknown } | null;
}

/** Reads an answer with vectors: one event, when all of it is there. */
export class EmbeddingsReader implements AnswerReader<ProviderEmbeddings> {
  complete = false;
  private readonly body = new JsonBody(MAX_EMBEDDINGS_BYTES);

  /**
   * @param count how many texts were sent.
   * @param apiKey ours, to be kept out of errors.
   */
  constructor(
    private readonly count: number,
    private readonly apiKey?: string,
  ) {}

  get begun(): boolean {
    return this.complete;
  }

  read(bytes: Buffer): void {
    this.body.push(bytes);
  }

  end(events: ProviderEmbeddings[]): void {
    const answer: EmbeddingsAnswer = this.body.parse(this.apiKey);
    events.push({ vectors: this.vectorsOf(answer), promptTokens: usageOf(answer)?.promptTokens ?? null });
    this.complete = true;
  }

  /** In the order of the texts, which the answer's own order need not be. */
  private vectorsOf({ data }: EmbeddingsAnswer): Float32Array[] {
    if (!Array.isArray(data) || data.length !== this.count)
      throw providerFailed(`its answer does not have one vector for each of ${this.count} texts`);
    const vectors: Float32Array[] = [];
    for (const [position, entry] of (data as unknown[]).entries()) {
      const { index = position, embedding } = (entry ?? {}) as { index?: unknown; embedding?: unknown };
      if (!isIndex(index, this.count) || vectors[index] !== undefined)
        throw providerFailed('the vectors of its answer are not numbered one by one');
      vectors[index] = readVector(embedding);
    }
    if (vectors.some(({ length }) => length !== vectors[0]?.length))
      throw providerFailed('the vectors of its answer differ in length');
    return vectors;
  }
}

function isIndex(value: unknown, count: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < count;
}
