import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChatChunk } from '@earshot/contracts-inference';
import { drainHttp } from '@earshot/service-kit';
import { Subject } from 'rxjs';
import { GatewayHarness } from './gateway-harness.js';

const gateway = new GatewayHarness();

beforeAll(async () => {
  await gateway.start();
  await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
});
afterAll(() => gateway.stop());

describe('a gateway that stops', () => {
  it('takes nothing new and lets a stream that has begun come to its end', async () => {
    const chunks = new Subject<ChatChunk>();
    const script = () => {
      setTimeout(() => chunks.next({ model: 'demo/demo', choices: [{ index: 0, text: 'first' }] }), 0);
      return chunks;
    };
    const answer = await gateway.chat(script, { body: { stream: true } });
    const drained = drainHttp(gateway.app.getHttpServer(), { graceMs: 20_000 });
    await expect(gateway.fetch('/livez')).rejects.toThrow('fetch failed');
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    chunks.next({ choices: [{ index: 0, text: 'last', finish_reason: 'stop' }], usage });
    chunks.complete();
    expect(await answer.text()).toMatch(/"first"[^]*"last"[^]*\[DONE\]/);
    await drained;
  });
});
