import type { TokenLogProb } from '@earshot/contracts-inference';
import type { Token } from 'node-llama-cpp';
import type { Detokenizer } from './token-text.js';

/** A token with the probabilities of those that it was drawn from, the likeliest first. */
export interface DrawnToken {
  readonly token: Token;
  readonly probabilities?: ReadonlyMap<Token, number>;
}

/** Probability of a token that rounding made 0: OpenAI's value is -9999. */
const leastLogProb = -9_999;

/**
 * The entry of a token in `logprobs`: logarithms of the probabilities after temperature, penalties and the cuts of
 * `top_k`, `top_p` and `min_p`.
 *
 * @param alternatives number of the likeliest tokens; fewer if it was drawn from fewer.
 */
export function tokenLogProb(
  model: Detokenizer,
  { token, probabilities = new Map() }: DrawnToken,
  alternatives: number,
): TokenLogProb {
  const likeliest = [...probabilities].slice(0, alternatives);
  return {
    ...entryOf(model, token, probabilities.get(token) ?? 0),
    top_logprobs: likeliest.map(([one, probability]) => entryOf(model, one, probability)),
  };
}

function entryOf(model: Detokenizer, token: Token, probability: number) {
  const text = model.detokenize([token], true, []);
  // The engine writes U+FFFD for a part of a code point, whose bytes are not known.
  const bytes = text.includes('\ufffd') ? null : [...Buffer.from(text)];
  return { token: text, logprob: probability > 0 ? Math.log(probability) : leastLogProb, bytes };
}
