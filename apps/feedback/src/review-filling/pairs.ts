import type { Answer } from './answers.repository.js';
import type { FoundItem } from './fill.js';

/** Number of pairs of this many models. */
export function pairCount(models: number): number {
  return (models * (models - 1)) / 2;
}

/**
 * Pairs the answers to each prompt: one of each two models, in ascending order of their ids, so that a pair is stored
 * once. Pairs of models take turns: reviewers get rare ones as early as frequent ones.
 *
 * @param answers usable ones, the newest first.
 */
export function pairsOf(hashes: readonly string[], models: readonly string[], answers: readonly Answer[]): FoundItem[] {
  const turns = new Map<string, number>();
  const pairs = hashes.flatMap((hash) => {
    const latest = models.flatMap(
      (model) => answers.find((one) => one.prompt_hash === hash && one.model_id === model) ?? [],
    );
    return latest.flatMap((one, index) => latest.slice(index + 1).map((other) => [one, other] as const));
  });
  return pairs
    .map(([one, other]) => {
      const name = `${one.model_id} ${other.model_id}`;
      const turn = turns.get(name) ?? 0;
      turns.set(name, turn + 1);
      return { turn, completions: one.completion_id < other.completion_id ? [one, other] : [other, one] };
    })
    .sort((one, other) => one.turn - other.turn)
    .map(({ completions }) => ({ completions }));
}
