import { noCatchInConsumers } from './no-catch-in-consumers.mjs';
import { ruleTester } from './rule-tester.mjs';

const errors = [{ messageId: 'caught' }];

ruleTester.run('no-catch-in-consumers', noCatchInConsumers, {
  valid: [
    { name: 'one call', code: 'class A { handle(commands) { return this.service.create(commands); } }' },
    {
      name: 'clean-up that lets the error through',
      code: 'async () => { try { await work(); } finally { release(); } }',
    },
  ],
  invalid: [
    { name: 'try/catch', code: 'async () => { try { await work(); } catch (error) { log(error); } }', errors },
    { name: 'a caught promise', code: 'work().catch(() => undefined);', errors },
    { name: 'a caught observable', code: 'stream.pipe(catchError(() => EMPTY));', errors },
  ],
});
