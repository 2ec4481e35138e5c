import { randomInt } from 'node:crypto';
import type { LlamaContextSequence, Token } from 'node-llama-cpp';
import { PROMPT_PIECE_MS, TOP_K } from './llama-settings.js';

/** How tokens are drawn. */
export interface Sampling {
  temperature: number;
  topP: number;
}

/** Prompt pieces begin at this size and adapt to the machine within these bounds. */
const FIRST_PIECE_TOKENS = 64;
const MIN_PIECE_TOKENS = 8;
const MAX_PIECE_TOKENS = 512;

/**
 * Reads a prompt and yields the tokens after it, until the model ends its answer or the signal aborts. The caller sees to it that
 * prompt and answer fit into the context.
 *
 * Built on the engine's `evaluate` rather than its chat session: that one keeps a history of its own, shifts the context when it
 * is full and decides itself what text to hold back, where here every token counts and the caller decides.
 */
export async function* generate(
  sequence: LlamaContextSequence,
  prompt: Token[],
  sampling: Sampling,
  signal: AbortSignal,
): AsyncGenerator<Token, void, void> {
  // What the cache already holds of this prompt is not read again; its last token always is, for the answer follows from it.
  await sequence.adaptStateToTokens(prompt.slice(0, -1), false);
  let rest = prompt.slice(sequence.nextTokenIndex);
  let size = FIRST_PIECE_TOKENS;
  while (rest.length > size) {
    const startedAt = performance.now();
    await sequence.evaluateWithoutGeneratingNewTokens(rest.slice(0, size));
    if (signal.aborted) return;
    rest = rest.slice(size);
    const fitting = (size * PROMPT_PIECE_MS) / Math.max(1, performance.now() - startedAt);
    size = Math.round(Math.min(MAX_PIECE_TOKENS, Math.max(MIN_PIECE_TOKENS, fitting)));
  }
  // The engine's default seed is the clock's second: all answers that begin within one would be alike.
  const options = { temperature: sampling.temperature, topP: sampling.topP, topK: TOP_K, seed: randomInt(2 ** 31) };
  for await (const token of sequence.evaluate(rest, options)) {
    if (signal.aborted) return;
    yield token;
  }
}
