import { letterOf } from './blind.js';
import { columnContinued, type Turn } from './conversation.js';

/**
 * Says what is written in the composer now.
 *
 * @param judged number of answers that a verdict is about; 0 if none is due
 * @param models number of models that are asked
 */
export function composerHint(turns: readonly Turn[], judged: number, models: number): string {
  const last = turns.at(-1);
  if (last === undefined) return models > 1 ? `Ask ${models} models the same` : 'Ask something';
  if (judged > 0) return 'Judge, or write on';
  if (last.answers.length > 1) return `Continue from answer ${letterOf(columnContinued(last))}`;
  return 'Continue';
}

/** Says what keys do in the composer while it is empty. `judged`: see {@link composerHint}. */
export function keysHint(judged: number): string {
  if (judged === 0) return 'Enter sends, Shift+Enter begins a line. While the field is empty, ? shows all keys.';
  const judging = judged === 1 ? '1 and 0 judge' : judged === 2 ? '← → ↑ ↓ judge' : 'digits, ↑ and ↓ judge';
  const text = judged === 2 ? '' : ' To write a digit first, begin with a space.';
  return `While the field is empty, ${judging} and ? shows all keys.${text}`;
}
