import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChatChunk } from '@earshot/contracts-inference';
import { LaneClient } from '@earshot/messaging';
import { drainHttp } from '@earshot/service-kit';
import { concat, NEVER, of, Subject } from 'rxjs';
import { GatewayApp } from './gateway-app.js';
import { chatRequests } from './scripted-chat.controller.js';

let gateway: GatewayApp;

beforeEach(async () => {
  chatRequests.length = 0;
  gateway = new GatewayApp();
  await gateway.start();
  await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
});
afterEach(() => gateway.stop());

describe('a gateway that stops', () => {
  it('rejects new requests, and completes a started stream', async () => {
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

  it('ends answers that take too long with an error, none silently', async () => {
    const endless = () => concat(of({ model: 'demo/demo', choices: [{ index: 0, text: 'first' }] }), NEVER);
    const stream = await gateway.chat(endless, { body: { stream: true } });
    const whole = gateway.chat(endless);
    while (chatRequests.length < 2) await sleep(5);
    const onGraceExpired = () => gateway.app.get(LaneClient, { strict: false }).abortWork();
    await drainHttp(gateway.app.getHttpServer(), { graceMs: 200, onGraceExpired });
    expect((await stream.text()).split('\n\n').at(-2)).toContain(
      'data: {"error":{"message":"A service is not available',
    );
    const refused = await whole;
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
    expect(await refused.json()).toMatchObject({ error: { code: 'service_unavailable' } });
  });
});
