import { afterAll, describe, it } from '@jest/globals';
import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';

RuleTester.describe = describe;
RuleTester.it = it;
RuleTester.afterAll = afterAll;

/** Runs cases of a rule on TypeScript, as tests of Jest. */
export const ruleTester = new RuleTester({ languageOptions: { parser: tseslint.parser } });
