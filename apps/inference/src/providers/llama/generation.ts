import { randomInt } from 'node:crypto';
import type { LlamaContextSequence, LlamaGrammar, LlamaModel, SequenceEvaluateOptions, Token } from 'node-llama-cpp';
import { countReused } from './llama.metrics.js';
import { TOP_K } from './llama-settings.js';
import type { Rounds } from './rounds.js';

/** How tokens are drawn. */
export interface Sampling {
  temperature: number;
  topP: number;
  /** What the text is to be; null for any. */
  grammar: { grammar: LlamaGrammar; model: LlamaModel } | null;
}

/**
 * Keeps what a sequence holds of a prompt and forgets the rest. The prompt's last token is read again in any case, for the answer
 * follows from it.
 */
export async function adopt(sequence: LlamaContextSequence, prompt: Token[]): Promise<void> {
  await sequence.adaptStateToTokens(prompt.slice(0, -1), false);
  countReused(sequence.nextTokenIndex);
}

/** Reads a prompt, of which the sequence may hold a beginning, up to its last token, or until the signal aborts. */
export async function readPrompt(
  sequence: LlamaContextSequence,
  prompt: Token[],
  rounds: Rounds,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const rest = prompt.slice(sequence.nextTokenIndex, -1);
    if (rest.length === 0 || signal.aborted) return;
    await rounds.run(rest.length, (granted) => sequence.evaluateWithoutGeneratingNewTokens(rest.slice(0, granted)));
  }
}

/**
 * Reads what the sequence does not hold of a prompt and yields the tokens after it, until the model ends its answer or the signal
 * aborts. The caller sees to it that prompt and answer fit into the context.
 *
 * Built on the engine's `evaluate` rather than its chat session: that one keeps a history of its own, shifts the context when it
 * is full and decides itself what text to hold back, where here every token counts and the caller decides.
 */
export async function* generate(
  sequence: LlamaContextSequence,
  prompt: Token[],
  sampling: Sampling,
  rounds: Rounds,
  signal: AbortSignal,
): AsyncGenerator<Token, void, void> {
  const options = await evaluationOptions(sampling);
  let tokens: AsyncGenerator<Token, void> | undefined;
  try {
    for (;;) {
      const rest = prompt.slice(sequence.nextTokenIndex);
      const step = await rounds.run(Math.max(1, rest.length), async (granted) => {
        if (granted < rest.length) return sequence.evaluateWithoutGeneratingNewTokens(rest.slice(0, granted));
        tokens ??= sequence.evaluate(rest, options);
        return tokens.next();
      });
      if (signal.aborted) return;
      if (step === undefined) continue;
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    await tokens?.return();
  }
}

async function evaluationOptions({ temperature, topP, grammar }: Sampling): Promise<SequenceEvaluateOptions> {
  // The engine's default seed is the clock's second: all answers that begin within one would be alike.
  const options = { temperature, topP, topK: TOP_K, seed: randomInt(2 ** 31) };
  if (grammar === null) return options;
  const { LlamaGrammarEvaluationState: State } = await import('node-llama-cpp');
  // Each answer is somewhere else in the grammar.
  return { ...options, grammarEvaluationState: new State(grammar) };
}
