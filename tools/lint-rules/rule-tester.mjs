import { afterAll, describe, it } from '@jest/globals';
import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';

RuleTester.describe = describe;
RuleTester.it = it;
RuleTester.afterAll = afterAll;

/** Runs a rule's TypeScript cases as Jest tests. */
export const ruleTester = new RuleTester({ languageOptions: { parser: tseslint.parser } });
