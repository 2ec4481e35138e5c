import type { Context, Emitter } from 'liquidjs';
import { defaultOperators, toValue } from 'liquidjs';

/** What one rendering may use: LiquidJS counts its own allocations on it. */
export type Budget = Context['memoryLimit'];

/** A number or a truth value, as text. */
const scalarLength = 8;

/** Searching takes length times length for similar texts; this many comparisons are one unit. */
const comparisonsPerUnit = 1_000;

/**
 * Charges the size of a value: its characters and one unit for each entry, counted at each occurrence. Native code
 * joins lists in one step that no deadline can interrupt. @throws AssertionError of LiquidJS above the budget.
 */
export function charge(budget: Budget, value: unknown): void {
  if (typeof value === 'string') return budget.use(value.length);
  if (typeof value !== 'object' || value === null) return budget.use(scalarLength);
  budget.use(1);
  if (Array.isArray(value)) {
    for (const item of value) charge(budget, item);
    return;
  }
  for (const [name, item] of Object.entries(value)) {
    budget.use(name.length);
    charge(budget, item);
  }
}

/** Charges the search of a text for another, before it is made. */
export function chargeSearch(budget: Budget, text: unknown, pattern: unknown): void {
  budget.use((lengthOf(text) * lengthOf(pattern)) / comparisonsPerUnit);
}

/** The operators of LiquidJS; `contains` is charged as a search. */
export const operators: typeof defaultOperators = {
  ...defaultOperators,
  *contains(left: unknown, right: unknown, context: Context): Generator<unknown, boolean, boolean> {
    chargeSearch(context.memoryLimit, left, right);
    return yield defaultOperators['contains']?.(left, right, context);
  },
};

/** Gathers text, and charges it. */
export class ChargedEmitter implements Emitter {
  buffer = '';

  constructor(private readonly budget: Budget) {}

  write(value: unknown): void {
    charge(this.budget, toValue(value));
    this.buffer += textOf(value);
  }
}

/** A value as LiquidJS writes it. */
function textOf(value: unknown): string {
  const plain: unknown = toValue(value);
  if (Array.isArray(plain)) return plain.map(textOf).join('');
  return plain === null || plain === undefined ? '' : String(plain as string);
}

function lengthOf(value: unknown): number {
  const plain: unknown = toValue(value);
  if (typeof plain === 'string') return plain.length;
  return Array.isArray(plain) ? plain.reduce<number>((sum, item) => sum + lengthOf(item) + 1, 0) : scalarLength;
}
