import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { concat, NEVER, of } from 'rxjs';
import { randomUUID } from 'node:crypto';
import { until } from '@earshot/messaging/testing';
import { UsageTable } from '../src/limits/usage-table.js';
import { GatewayApp } from './gateway-app.js';
import { chatScripts, type ChatScript } from './scripted-chat.controller.js';

const gateway = new GatewayApp(undefined, (process.env['KAFKA_BROKERS'] ?? '').split(','));
const other = new GatewayApp(gateway);
const project = `project-${randomUUID()}`;
const model = `${project}/demo`;

// Two gateways and the services behind them take seconds to start on a busy machine.
jest.setTimeout(90_000);

beforeAll(async () => {
  await gateway.start();
  expect((await gateway.fetch('/api/v1/projects', { json: { key: project } })).status).toBe(201);
  await other.start();
});
afterAll(async () => {
  await other.stop();
  await gateway.stop();
});
afterEach(() => chatScripts.clear());

const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
const answers: ChatScript = () =>
  of({ model, choices: [{ index: 0, text: 'a', finish_reason: 'stop' as const }], usage });
const hangs: ChatScript = () => concat(of({ model, choices: [{ index: 0, text: 'a' }] }), NEVER);

/** A key with these limits. */
async function limited(limits: object): Promise<{ id: string; key: string }> {
  const json = { name: 'limited', permissions: ['inference'], limits };
  const created = await gateway.fetch(`/api/v1/projects/${project}/api_keys`, { json });
  const { id, api_key: key } = (await created.json()) as { id: string; api_key: string };
  return { id, key };
}

const totalAt = (at: GatewayApp, id: string) => at.app.get(UsageTable, { strict: false }).of(id).total(Date.now());
const ask = (at: GatewayApp, key: string, script = answers) => at.chat(script, { key, body: { model } });

describe('two gateways on one Kafka', () => {
  it('count the requests and the tokens of a key together', async () => {
    const { id, key } = await limited({ requests_per_minute: 2, tokens_per_minute: 1_000 });
    expect((await ask(gateway, key)).status).toBe(200);
    await until(() => totalAt(other, id).requests === 1 && totalAt(other, id).tokens === 3);
    expect((await ask(other, key)).status).toBe(200);
    await until(() => totalAt(gateway, id).requests === 2);
    const refused = await ask(gateway, key);
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { error: { code: 'requests_per_minute_exceeded' } },
    ]);
  });

  it('count the concurrent requests together, until they have ended', async () => {
    const { id, key } = await limited({ concurrent: 1 });
    const client = new AbortController();
    const running = await gateway.chat(hangs, { key, body: { model, stream: true }, signal: client.signal });
    await until(() => totalAt(other, id).concurrent === 1);
    expect((await ask(other, key)).status).toBe(429);
    client.abort();
    await running.text().catch(() => undefined);
    await until(() => totalAt(other, id).concurrent === 0);
    expect((await ask(other, key)).status).toBe(200);
  });
});
