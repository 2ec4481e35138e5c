import { valueWords } from '../../ui/format.js';
import { letterOf } from './blind.js';
import type { Verdict } from './judgement.js';

/** Says what was decided, with the names of the models in the order of their columns. */
export function verdictWords(verdict: Verdict, models: readonly string[]): string {
  const names = models.map((model, column) => `${letterOf(column)} (${model})`);
  switch (verdict.kind) {
    case 'rated':
      return `You rated the answer ${valueWords(verdict.value)}.`;
    case 'tied':
      return `You called ${listed(names)} equally ${verdict.tied}.`;
    case 'preferred':
      return `You preferred ${names[verdict.column]} to ${listed(names.filter((_, at) => at !== verdict.column))}.`;
  }
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
