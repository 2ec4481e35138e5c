import { letterOf } from './blind.js';
import { columnContinued, type Turn } from './conversation.js';

/**
 * Says what the composer and its keys do now.
 *
 * @param judged number of answers that a verdict is about; 0 if none is due
 * @param models number of models that are asked
 */
export function composerHint(turns: readonly Turn[], judged: number, models: number): string {
  const last = turns.at(-1);
  if (last === undefined) return models > 1 ? `Ask ${models} models the same` : 'Ask something';
  if (judged > 1) return `Judge by ${judged === 2 ? 'arrow keys' : 'number keys'}, or write on`;
  if (last.answers.length > 1) return `Continue from answer ${letterOf(columnContinued(last))}`;
  return 'Continue';
}
