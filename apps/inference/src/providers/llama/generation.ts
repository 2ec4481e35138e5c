import type { LlamaContextSequence, SequenceEvaluateOptions, Token } from 'node-llama-cpp';
import { countReused } from './llama.metrics.js';
import type { Rounds } from './rounds.js';
import type { DrawnToken } from './token-log-probs.js';

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
    await rounds.run(rest.length, false, (granted) =>
      sequence.evaluateWithoutGeneratingNewTokens(rest.slice(0, granted)),
    );
  }
}

/** Options of {@link generate}. */
interface GenerateOptions extends SequenceEvaluateOptions {
  /** Whether each token comes with its probabilities. */
  readonly probabilities: boolean;
  /** Whether it is computed apart from other sequences. */
  readonly alone: boolean;
}

/**
 * Evaluates the prompt and yields the generated tokens until the model ends or the signal aborts. Prompt and answer
 * must fit the context. The engine's chat session would keep its own history and hold text back.
 */
export async function* generate(
  sequence: LlamaContextSequence,
  prompt: Token[],
  { probabilities, alone, ...options }: GenerateOptions,
  rounds: Rounds,
  signal: AbortSignal,
): AsyncGenerator<DrawnToken, void, void> {
  let tokens: AsyncGenerator<DrawnToken, void> | undefined;
  try {
    for (;;) {
      const rest = prompt.slice(sequence.nextTokenIndex);
      const step = await rounds.run(Math.max(1, rest.length), alone, async (granted) => {
        if (granted < rest.length) return sequence.evaluateWithoutGeneratingNewTokens(rest.slice(0, granted));
        tokens ??= sequence.evaluateWithMetadata(rest, probabilities ? { probabilities } : {}, options);
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
