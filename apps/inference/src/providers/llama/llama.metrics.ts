import type { CustomBatchingPrioritizationStrategy } from 'node-llama-cpp';
import { Counter } from 'prom-client';

const batches = new Counter({
  name: 'earshot_llama_batches_total',
  help: 'Batches that the embedded engine evaluated.',
});

const batchAnswers = new Counter({
  name: 'earshot_llama_batch_answers_total',
  help: 'Answers in evaluated batches; divided by the batches, the mean batch size.',
});

const evaluatedTokens = new Counter({
  name: 'earshot_llama_evaluated_tokens_total',
  help: 'Tokens of prompts and answers that the embedded engine evaluated.',
});

const reusedTokens = new Counter({
  name: 'earshot_llama_reused_tokens_total',
  help: 'Prompt tokens reused from an earlier request or another choice.',
});

/** Puts all waiting evaluations into the engine's next batch, which drops the excess, and counts them. */
export const countedBatch: CustomBatchingPrioritizationStrategy = ({ items, size }) => {
  const tokens = items.reduce((sum, item) => sum + item.tokens.length, 0);
  batches.inc();
  batchAnswers.inc(items.length);
  evaluatedTokens.inc(Math.min(tokens, size));
  return items.map((item) => ({ item, processAmount: item.tokens.length }));
};

/** Counts tokens of a prompt that need not be computed. */
export function countReused(tokens: number): void {
  reusedTokens.inc(tokens);
}
