import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { call } from './support/api.js';
import { stack } from './support/stack.js';

const run = promisify(execFile);
const evaluate = join(import.meta.dirname, '../../../tools/demo-model/evaluate.mjs');

/** Against a run that hangs: it takes some 20 s on two idle cores. */
const timeoutMs = 240_000;

describe('the demo model', () => {
  it(
    'answers nine of ten held-out dialogues right, streamed or whole, and stops by itself',
    async () => {
      const env = { ...process.env, EARSHOT_URL: stack().url, EARSHOT_API_KEY: stack().demoKey };
      // With fewer it exits with 1; what it complained of is in the error.
      const { stdout } = await run(process.execPath, [evaluate, '--at-least', '0.9'], { env });
      expect(stdout).toContain('right');
    },
    timeoutMs,
  );

  it('answers the first question of the README', async () => {
    const messages = [{ role: 'user', content: 'Hello!' }];
    const { body } = await call('POST', '/api/v1/chat/completions', {
      key: stack().demoKey,
      body: { model: 'demo', messages },
    });
    expect(body.choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { content: expect.stringMatching(/^Hello!/) },
    });
  });

  it('has a weaker model beside it for comparisons', async () => {
    const messages = [{ role: 'user', content: 'Hello!' }];
    const { status, body } = await call('POST', '/api/v1/chat/completions', {
      key: stack().demoKey,
      body: { model: 'demo/demo-small', messages, max_tokens: 50 },
    });
    expect(status).toBe(200);
    expect(body.choices[0]?.model).toBe('demo/demo-small');
  });
});
