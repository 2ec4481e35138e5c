import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { comparisonRecorded, feedbackRecorded } from '@earshot/contracts-feedback';
import {
  interactionErased,
  interactionImported,
  interactionRecorded,
  userErased,
} from '@earshot/contracts-interactions';
import { until } from '@earshot/messaging/testing';
import { drainHttp, Health } from '@earshot/service-kit';
import { maxStreamsOfKey } from '../src/live-events/live-event-limits.js';
import { openStreams } from '../src/live-events/live-events.metrics.js';
import { comparison, feedback, imported, publish, recorded, StreamClient } from './event-streams.js';
import { GatewayApp } from './gateway-app.js';

const gateway = new GatewayApp();
const ids: Record<string, string> = {};
const contracts = [interactionRecorded, interactionImported, feedbackRecorded, interactionErased];
const open = async () => (await openStreams.get()).values[0]?.value;
const path = '/api/v1/projects/demo/events';

/** Sent last: who has received it has received all before it. */
async function mark(project: string, client: StreamClient): Promise<void> {
  const last = recorded(project);
  const [{ completion_id = '' } = {}] = last.completions;
  await client.until(() => client.text !== '');
  await publish(gateway.broker, interactionRecorded, last);
  await client.until(() => client.text.includes(completion_id));
}

beforeAll(async () => {
  await gateway.start();
  await gateway.broker.admin.ensureTopics(contracts.map(({ topic }) => topic));
  for (const key of ['demo', 'other']) {
    const answer = await gateway.fetch('/api/v1/projects', { json: { key } });
    ids[key] = ((await answer.json()) as { id: string }).id;
  }
});
afterAll(() => gateway.stop());

describe('the events of a project', () => {
  it('are what is recorded while a client listens, without texts', async () => {
    const demo = ids['demo'] as string;
    const { broker } = gateway;
    await publish(broker, feedbackRecorded, feedback(demo));
    const client = await StreamClient.open(gateway, 'demo');
    const answer = recorded(demo);
    const old = imported(demo);
    const value = feedback(demo);
    const outcome = feedback(demo, { origin: 'outcome', completion_id: null, value: 4 });
    const {
      project_id: _project,
      metric_id: _metric,
      user_id: _user,
      interactions: _texts,
      ...compared
    } = comparison(demo);
    await publish(broker, interactionRecorded, answer);
    await publish(broker, interactionImported, old);
    await publish(broker, feedbackRecorded, value, outcome);
    await publish(broker, comparisonRecorded, { ...comparison(demo), ...compared });
    await client.until(() => client.events.length === 5);
    const { session_id, created_at, completions } = answer;
    const { completion_id } = completions[0] as { completion_id: string };
    const served = {
      completion_id,
      session_id,
      model: 'demo/demo',
      source: 'served',
      finish_reason: 'stop',
      created_at,
    };
    const pick = (from: object, ...names: string[]) =>
      Object.fromEntries(names.map((name) => [name, (from as Record<string, unknown>)[name]]));
    expect(client.events).toHaveLength(5);
    expect(client.events).toEqual(
      expect.arrayContaining([
        { event: 'interaction', data: served },
        {
          event: 'interaction',
          data: { ...pick(old, 'completion_id', 'session_id', 'model', 'source', 'created_at'), finish_reason: null },
        },
        { event: 'feedback', data: pick(value, 'id', 'completion_id', 'metric', 'value', 'created_at') },
        { event: 'outcome', data: pick(outcome, 'id', 'session_id', 'metric', 'value', 'created_at') },
        { event: 'comparison', data: compared },
      ]),
    );
    client.leave();
  });

  it('never reach the clients of another project', async () => {
    const [demo, other] = [ids['demo'] as string, ids['other'] as string];
    const key = await gateway.keyOf('demo', ['read']);
    const clients = [await StreamClient.open(gateway, 'demo', key), await StreamClient.open(gateway, 'other')] as const;
    await publish(gateway.broker, feedbackRecorded, feedback(demo), feedback(other), feedback(randomUUID()));
    await publish(gateway.broker, comparisonRecorded, comparison(other));
    await mark(demo, clients[0]);
    await mark(other, clients[1]);
    await clients[1].until(() => clients[1].events.length === 3);
    await clients[0].until(() => clients[0].events.length === 2);
    expect(clients[0].events.map(({ event }) => event).sort()).toEqual(['feedback', 'interaction']);
    expect(clients[1].events.map(({ event }) => event).sort()).toEqual(['comparison', 'feedback', 'interaction']);
    for (const client of clients) client.leave();
    const refused = await gateway.fetch('/api/v1/projects/other/events', { key });
    expect([refused.status, await refused.json()]).toMatchObject([403, { error: { code: 'project_forbidden' } }]);
  });

  it('exclude what was erased meanwhile', async () => {
    const demo = ids['demo'] as string;
    const client = await StreamClient.open(gateway, 'demo');
    const user = randomUUID();
    const [answer, feedbackEvent] = [recorded(demo, { user }), feedback(demo, { user_id: user })];
    const completion_id = randomUUID();
    const before = client.events.length;
    const erased_at = new Date().toISOString();
    await publish(gateway.broker, userErased, { project_id: demo, user, erased_at });
    await publish(gateway.broker, interactionErased, { project_id: demo, completion_ids: [completion_id], erased_at });
    await mark(demo, client);
    await publish(gateway.broker, interactionRecorded, answer);
    await publish(gateway.broker, feedbackRecorded, feedbackEvent, feedback(demo, { completion_id }));
    const later = feedback(demo, { user_id: user, created_at: new Date(Date.now() + 1_000).toISOString() });
    await publish(gateway.broker, feedbackRecorded, later);
    await mark(demo, client);
    await client.until(() => client.text.includes(later.id));
    expect(client.events.slice(before)).toHaveLength(3);
    client.leave();
  });

  it('are consumed once for all clients, and only while there is one', async () => {
    const lone = new GatewayApp(gateway);
    await lone.start();
    const before = gateway.broker.memberCount;
    const clients = [await StreamClient.open(lone, 'demo'), await StreamClient.open(lone, 'other')];
    expect(gateway.broker.memberCount).toBe(before + 1);
    for (const client of clients) client.leave();
    await lone.stop();
    expect(gateway.broker.memberCount).toBeLessThan(before);
  });
});

describe('a stream of events', () => {
  it('ends when its key loses the permission', async () => {
    const created = await gateway.fetch('/api/v1/projects/demo/api_keys', {
      json: { name: 'short', permissions: ['read'] },
    });
    const { id, api_key: key } = (await created.json()) as { id: string; api_key: string };
    const clients = [await StreamClient.open(gateway, 'demo', key), await StreamClient.open(gateway, 'demo')] as const;
    await gateway.fetch(`/api/v1/projects/demo/api_keys/${id}`, { method: 'DELETE' });
    await clients[0].until(() => clients[0].hasEnded);
    expect(clients[1].hasEnded).toBe(false);
    clients[1].leave();
  });

  it('ends when its session is signed out', async () => {
    const signIn = await gateway.fetch('/api/v1/sessions', { key: null, json: { api_key: gateway.adminKey } });
    const { csrf_token } = (await signIn.json()) as { csrf_token: string };
    const cookie = (signIn.headers.get('set-cookie') as string).split(';', 1)[0] as string;
    const client = await StreamClient.open(gateway, 'demo', { cookie });
    const headers = { cookie, 'x-csrf-token': csrf_token };
    const out = await gateway.fetch('/api/v1/sessions/current', { key: null, method: 'DELETE', headers });
    expect(out.status).toBe(204);
    await client.until(() => client.hasEnded);
  });

  it('is limited for each key', async () => {
    const key = await gateway.keyOf('demo', ['read']);
    const clients: StreamClient[] = [];
    for (let count = 0; count < maxStreamsOfKey; count += 1)
      clients.push(await StreamClient.open(gateway, 'demo', key));
    const refused = await gateway.fetch(path, { key });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await refused.json()).toMatchObject({ error: { code: 'event_streams_exceeded' } });
    clients.shift()?.leave();
    const again = async () => clients.push(await StreamClient.open(gateway, 'demo', key));
    await until(() => again().then(Boolean, () => false), 'a free place');
    for (const client of clients) client.leave();
  });

  it('of a client that does not read is closed', async () => {
    await until(async () => (await open()) === 0, 'the other streams to close');
    const headers = { authorization: `Bearer ${gateway.adminKey}` };
    const request = get(`${gateway.address}${path}`, { headers }, (answer) => answer.pause());
    request.on('error', () => undefined);
    await until(async () => (await open()) === 1, 'the stream');
    // More than the sockets buffer.
    for (let round = 0; round < 200 && (await open()) === 1; round += 1) {
      const many = Array.from({ length: 500 }, () => feedback(ids['demo'] as string));
      await publish(gateway.broker, feedbackRecorded, ...many);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await open()).toBe(0);
    request.destroy();
  });

  it('answers HEAD without a stream', async () => {
    const answer = await gateway.fetch(path, { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });

  it('ends when the gateway stops, so that it stops at once', async () => {
    const stopping = new GatewayApp(gateway);
    await stopping.start();
    const client = await StreamClient.open(stopping, 'demo');
    const began = Date.now();
    stopping.app.get(Health, { strict: false }).stop();
    await drainHttp(stopping.app.getHttpServer(), { graceMs: 15_000 });
    expect(Date.now() - began).toBeLessThan(10_000);
    await client.until(() => client.hasEnded);
    await stopping.stop();
  });
});
