import { either } from './grammar-rules.js';

/** Whole numbers that a double holds have this many digits at least; those of the grammar have no more. */
const limit = 10 ** 15 - 1;

/** Which numbers are wanted. */
export interface NumberBounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** The whole numbers within bounds; null where there are none. */
export function integersWithin(bounds: NumberBounds): string | null {
  const [low, high] = wholeBounds(bounds);
  return low > high ? null : either(signed(low, high));
}

/** Numbers within bounds whose integer neighbours lie within too; null if there is no integer within. */
export function numbersWithin(bounds: NumberBounds): string | null {
  const [low, high] = wholeBounds(bounds);
  if (low > high) return null;
  const between = [
    ...digitsWithin(Math.max(low, 0), high - 1),
    ...digitsWithin(Math.max(-high, 0), -low - 1).map((digits) => `"-" ${digits}`),
  ];
  const broken = between.length === 0 ? [] : [`${either(between)} fraction`];
  return either([...signed(low, high), ...broken]);
}

function wholeBounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: NumberBounds): [number, number] {
  const low = Math.max(-limit, Math.ceil(minimum ?? -limit), Math.floor(exclusiveMinimum ?? -limit - 1) + 1);
  const high = Math.min(limit, Math.floor(maximum ?? limit), Math.ceil(exclusiveMaximum ?? limit + 1) - 1);
  return [low, high];
}

function signed(low: number, high: number): string[] {
  const negative = digitsWithin(Math.max(1, -high), -low).map((digits) => `"-" ${digits}`);
  return [...negative, ...digitsWithin(Math.max(low, 0), high)];
}

/** The digits of all integers of a range, not below 0; empty if the range is. */
function digitsWithin(low: number, high: number): string[] {
  if (low > high) return [];
  const [first, last] = [String(low), String(high)];
  const patterns: string[] = [];
  for (let length = first.length; length <= last.length; length += 1) {
    const from = length === first.length ? first : `1${'0'.repeat(length - 1)}`;
    const to = length === last.length ? last : '9'.repeat(length);
    patterns.push(...sameLength(from, to));
  }
  return patterns;
}

/** The same for two numbers of equally many digits. */
function sameLength(from: string, to: string): string[] {
  const rest = from.length - 1;
  if (/^0*$/.test(from.slice(1)) && /^9*$/.test(to.slice(1))) return [pattern(from[0]!, to[0]!, rest)];
  const [head, tail] = [Number(from[0]), Number(to[0])];
  if (head === tail) return sameLength(from.slice(1), to.slice(1)).map((more) => `"${head}" ${more}`);
  const patterns = sameLength(from.slice(1), '9'.repeat(rest)).map((more) => `"${head}" ${more}`);
  if (tail - head > 1) patterns.push(pattern(String(head + 1), String(tail - 1), rest));
  return [...patterns, ...sameLength('0'.repeat(rest), to.slice(1)).map((more) => `"${tail}" ${more}`)];
}

function pattern(from: string, to: string, anyDigits: number): string {
  const first = from === to ? `"${from}"` : `[${from}-${to}]`;
  return anyDigits === 0 ? first : `${first} [0-9]{${anyDigits}}`;
}
