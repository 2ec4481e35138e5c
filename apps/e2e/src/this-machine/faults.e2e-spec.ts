import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, makeProject, send, uniqueKey, type Answer } from '../support/api.js';
import { areReady, isBack, killHard, killIfRunning, processOf } from '../support/processes.js';
import { ScriptedProvider } from '../support/provider.js';

// A killed process leaves its consumer group only when its session ends (6 s), and starts again after a back-off.
jest.setTimeout(120_000);

describe('a process that is killed without warning', () => {
  const provider = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;
  const chat = (stream: boolean) => ({
    key: project.apiKey,
    body: { model: project.key, stream, messages: [{ role: 'user', content: 'Hi' }] },
  });

  beforeAll(async () => {
    const baseUrl = await provider.start();
    project = await makeProject();
    const body = { key: 'm', provider: { kind: 'openai', base_url: baseUrl, model: 'm' }, capabilities: ['chat'] };
    const made = await call('POST', `/api/v1/projects/${project.key}/models`, { key: project.apiKey, body });
    expect(made.status).toBe(201);
  });

  // What comes next, here or in another suite, is about an installation that is well.
  afterEach(areReady);

  afterAll(() => provider.stop());

  it('delays, but does not lose, an answer when it is every inference process', async () => {
    provider.script = { words: ['a', 'b'], delayMs: 400 };
    const waiting = call('POST', '/api/v1/chat/completions', chat(false));
    await provider.nextRequest();
    killHard('inference-0');
    killHard('inference-1');
    const { status, body } = await waiting;
    expect([status, body.choices[0]?.message.content]).toEqual([200, 'ab']);
  });

  it('fails a request that kills three processes, and serves the others', async () => {
    provider.script = { words: ['never'], delayMs: 20_000 };
    let isOver = false;
    const pendingChat = call('POST', '/api/v1/chat/completions', chat(false)).finally(() => (isOver = true));
    let killed = 0;
    while (!isOver) {
      await Promise.race([provider.nextRequest(), pendingChat]);
      if (isOver) break;
      killed += 1;
      for (const name of ['inference-0', 'inference-1']) killIfRunning(name);
    }
    const { status, body } = await pendingChat;
    expect([status, body.error?.code]).toEqual([503, 'worker_lost']);
    expect(killed).toBeLessThanOrEqual(3);
    const metrics = await (await fetch(`${processOf('gateway-0').url}/metrics`)).text();
    expect(metrics).toMatch(/^earshot_work_lost_workers_total\{.*outcome="failed".*\} [1-9]/m);
    provider.script = { words: ['well'] };
    expect((await untilAnswered(() => call('POST', '/api/v1/chat/completions', chat(false)))).status).toBe(200);
  });

  const lost = { type: 'overloaded_error', code: 'worker_lost' };
  const messages = [{ role: 'user', content: 'Hi' }];
  it.each<[string, object, object[]]>([
    ['/api/v1/chat/completions', { messages }, [{ error: lost }]],
    ['/openai/v1/chat/completions', { messages }, [{ error: lost }]],
    [
      '/openai/v1/responses',
      { input: 'Hi' },
      [
        { type: 'error', code: lost.code },
        { type: 'response.failed', response: { status: 'failed', error: { code: lost.code } } },
      ],
    ],
    ['/anthropic/v1/messages', { messages, max_tokens: 500 }, [{ type: 'error', error: lost }]],
  ])('ends a started stream of %s with its error event, not with a broken connection', async (path, fields, errors) => {
    provider.script = { words: Array.from({ length: 100 }, () => 'x'), delayMs: 100 };
    const body = { model: project.key, stream: true, ...fields };
    const response = await send('POST', path, { key: project.apiKey, body });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader?.read())?.value ?? '';
    killHard('inference-0');
    killHard('inference-1');
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value;
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data as string) as object);
    expect(events.slice(-errors.length)).toMatchObject(errors);
  });

  it('loses no acknowledged project when it is the projects service', async () => {
    const before = await makeProject();
    const killed = killHard('projects-0');
    await isBack('projects-0', killed);
    expect((await call('GET', `/api/v1/projects/${before.key}`)).status).toBe(200);
    const after = await makeProject();
    expect((await call('GET', `/api/v1/projects/${after.key}`)).status).toBe(200);
  });

  it('knows every key, project and model again when it was the gateway', async () => {
    provider.script = { words: ['back'] };
    const killed = killHard('gateway-0');
    await isBack('gateway-0', killed);
    const { status, body } = await call('POST', '/api/v1/chat/completions', chat(false));
    expect([status, body.choices[0]?.message.content]).toEqual([200, 'back']);
  });

  it('does not stop chats, and loses no change, when it is PostgreSQL', async () => {
    provider.script = { words: ['still', ' here'] };
    const headers = { 'idempotency-key': randomUUID() };
    const created = { body: { key: uniqueKey('through-the-fault') }, headers };
    killHard('postgres');
    const [chatted, changed] = await Promise.all([
      call('POST', '/api/v1/chat/completions', chat(false)),
      untilAnswered(() => call('POST', '/api/v1/projects', created)),
    ]);
    expect([chatted.status, changed.status]).toEqual([200, 201]);
    expect((await call('POST', '/api/v1/projects', created)).body).toEqual(changed.body);
  });

  it('causes Retry-After or late answers, but no hanging request, when it is the broker', async () => {
    provider.script = { words: ['after', ' all'] };
    killHard('kafka');
    const first = await call('POST', '/api/v1/chat/completions', chat(false));
    expect([200, 503]).toContain(first.status);
    if (first.status === 503) expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
    const { status, body } = await untilAnswered(() => call('POST', '/api/v1/chat/completions', chat(false)));
    expect([status, body.choices[0]?.message.content]).toEqual([200, 'after all']);
    expect((await call('GET', `/api/v1/projects/${project.key}`)).status).toBe(200);
  });
});

/** Asks again for as long as the answer says that something is away, as a client with retries does; bounded. */
async function untilAnswered(ask: () => Promise<Answer>): Promise<Answer> {
  let answer = await ask();
  for (let tries = 1; tries < 20 && answer.status >= 503; tries += 1) {
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
    answer = await ask();
  }
  return answer;
}
