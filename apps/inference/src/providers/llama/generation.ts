import { randomInt } from 'node:crypto';
import type { LlamaContextSequence, LlamaGrammar, LlamaModel, SequenceEvaluateOptions, Token } from 'node-llama-cpp';
import { countReused } from './llama.metrics.js';
import { TOP_K } from './llama-settings.js';
import type { Rounds } from './rounds.js';

/** How tokens are drawn. */
export interface Sampling {
  temperature: number;
  topP: number;
  grammar: { grammar: LlamaGrammar; model: LlamaModel } | null;
}

/** Keeps the shared beginning of the prompt in a sequence. The last token is always evaluated again. */
export async function adopt(sequence: LlamaContextSequence, prompt: Token[]): Promise<void> {
  await sequence.adaptStateToTokens(prompt.slice(0, -1), false);
  countReused(sequence.nextTokenIndex);
}

/** Evaluates a prompt, except its cached beginning, up to its last token or until the signal aborts. */
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
 * Evaluates the prompt and yields the generated tokens until the model ends or the signal aborts. Prompt and answer
 * must fit the context. The engine's chat session would keep its own history and hold text back.
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
  // The engine seeds by the second, so concurrent answers would be alike.
  const options = { temperature, topP, topK: TOP_K, seed: randomInt(2 ** 31) };
  if (grammar === null) return options;
  const { LlamaGrammarEvaluationState: State } = await import('node-llama-cpp');
  // Each answer has its own position in the grammar.
  return { ...options, grammarEvaluationState: new State(grammar) };
}
