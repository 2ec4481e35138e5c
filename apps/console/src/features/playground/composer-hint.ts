import { letterOf } from './blind.js';
import { columnContinued, type Turn } from './conversation.js';

/** Says what the composer and its keys do now. */
export function composerHint(turns: readonly Turn[], isJudgingOpen: boolean, models: number): string {
  const last = turns.at(-1);
  if (last === undefined) return models > 1 ? `Ask ${models} models the same` : 'Ask something';
  const columns = last.answers.length;
  if (columns > 1 && isJudgingOpen) return `Judge by ${columns === 2 ? 'arrow keys' : 'number keys'}, or write on`;
  if (columns > 1) return `Continue from answer ${letterOf(columnContinued(last))}`;
  return 'Continue';
}
