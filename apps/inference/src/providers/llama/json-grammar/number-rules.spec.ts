import { describe, expect, it } from '@jest/globals';
import { integersWithin, numbersWithin, type NumberBounds } from './number-rules.js';

/** These rules say nothing that a regular expression does not say in nearly the same way. */
const expressionOf = (rule: string | null) =>
  new RegExp(`^(?:${(rule ?? '(?!)').replaceAll(/[" ]/g, '').replaceAll('fraction', '\\.[0-9]{1,15}')})$`);

const rangeOf = (count: number, from: number) => Array.from({ length: count }, (_, index) => from + index);

describe('whole numbers within bounds', () => {
  it.each<[NumberBounds]>([
    [{ minimum: 0, maximum: 9 }],
    [{ minimum: 7, maximum: 7 }],
    [{ minimum: -12, maximum: 112 }],
    [{ minimum: -321, maximum: -8 }],
    [{ minimum: 100, maximum: 999 }],
    [{ exclusiveMinimum: 0, exclusiveMaximum: 1_000 }],
    [{ exclusiveMinimum: -1.5, maximum: 205.5 }],
    [{ minimum: 89 }],
    [{ maximum: -90 }],
    [{}],
  ])('are exactly those: %j', (bounds) => {
    const {
      minimum = -Infinity,
      maximum = Infinity,
      exclusiveMinimum = -Infinity,
      exclusiveMaximum = Infinity,
    } = bounds;
    const rule = expressionOf(integersWithin(bounds));
    for (const number of rangeOf(2_600, -1_300)) {
      const fits = number >= minimum && number <= maximum && number > exclusiveMinimum && number < exclusiveMaximum;
      expect([number, rule.test(String(number))]).toEqual([number, fits]);
    }
    expect(rule.test('01')).toBe(false);
  });

  it('have as many digits as are exact, whatever the bounds', () => {
    const { MAX_SAFE_INTEGER: maximum, MIN_SAFE_INTEGER: minimum } = Number;
    const rule = expressionOf(integersWithin({ minimum, maximum }));
    expect([rule.test('999999999999999'), rule.test('1000000000000000')]).toEqual([true, false]);
    expect(rule.test('-999999999999999')).toBe(true);
  });

  it('may be none', () => {
    expect(integersWithin({ minimum: 0.1, maximum: 0.9 })).toBeNull();
    expect(integersWithin({ exclusiveMinimum: 1, exclusiveMaximum: 2 })).toBeNull();
  });
});

describe('numbers within bounds', () => {
  it.each<[NumberBounds, string[], string[]]>([
    [{ minimum: 0, maximum: 1 }, ['0', '1', '0.5', '0.999999999999999'], ['1.1', '-0.1', '2', '.5']],
    [{ minimum: -2, maximum: 12 }, ['-2', '-1.9', '-0.1', '0', '11.99', '12'], ['-2.1', '12.1', '13']],
    [{ exclusiveMinimum: 0, exclusiveMaximum: 3 }, ['1', '1.5', '2'], ['0', '2.5', '3']],
    [{ maximum: -5 }, ['-5', '-5.1', '-100'], ['-4.9', '5']],
  ])('are some of those and no others: %j', (bounds, fitting, others) => {
    const rule = expressionOf(numbersWithin(bounds));
    expect(fitting.filter((number) => !rule.test(number))).toEqual([]);
    expect(others.filter((number) => rule.test(number))).toEqual([]);
  });
});
