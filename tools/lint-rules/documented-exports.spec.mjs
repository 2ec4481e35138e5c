import { documentedExports } from './documented-exports.mjs';
import { ruleTester } from './rule-tester.mjs';

const undocumented = (name) => [{ messageId: 'undocumented', data: { name } }];

ruleTester.run('documented-exports', documentedExports, {
  valid: [
    { name: 'a documented function', code: '/** Adds. */ export function add() {}' },
    { name: 'a documented class with decorators', code: '/** Lists. */ @Injectable() export class A {}' },
    { name: 'what is not exported', code: 'const hidden = 1;' },
    { name: 'a list of what is exported', code: "export { a, b } from './a.js';" },
    {
      name: 'overloads, documented once',
      code: '/** Adds. */ export function add(a: 1): 1; export function add(a: 2): 2; export function add(a: number) { return a; }',
    },
  ],
  invalid: [
    { name: 'a bare function', code: 'export function add() {}', errors: undocumented('add') },
    { name: 'a bare type', code: 'export type A = 1;', errors: undocumented('A') },
    { name: 'an ordinary comment', code: '// adds\nexport const add = 1;', errors: undocumented('add') },
  ],
});
