import { valueWords } from '../../ui/format.js';
import { letterOf } from './blind.js';
import type { Verdict } from './judgement.js';

/**
 * Says what was decided.
 *
 * @param models names in the order of the columns
 * @param columns those that the verdict is about
 */
export function verdictWords(verdict: Verdict, models: readonly string[], columns: readonly number[]): string {
  const name = (column: number) => `${letterOf(column)} (${models[column]})`;
  switch (verdict.kind) {
    case 'rated':
      return `You rated the answer ${valueWords(verdict.value)}.`;
    case 'tied':
      return `You called ${listed(columns.map(name))} equally ${verdict.tied}.`;
    case 'preferred':
      return `You preferred ${name(verdict.column)} to ${listed(columns.filter((at) => at !== verdict.column).map(name))}.`;
  }
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
