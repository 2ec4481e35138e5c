import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { call, makeProject, send, type Answer, type Body } from './support/api.js';

jest.setTimeout(60_000);

/** What is looked at in interactions, and in the answers to their import. */
type Interaction = Body & { completion_id: string; completion: string };

let project: Awaited<ReturnType<typeof makeProject>>;

beforeAll(async () => {
  project = await makeProject(['feedback', 'read']);
});

const interactions = () => `/api/v1/projects/${project.key}/interactions`;
const read = async (id: string) =>
  (await call('GET', `${interactions()}/${id}`, { key: project.apiKey })).body as Interaction;

describe('a bulk import', () => {
  const bulk = async (lines: readonly string[], headers: Record<string, string> = {}) => {
    const response = await send('POST', '/api/v1/interactions/bulk', {
      key: project.apiKey,
      body: lines.join('\n'),
      headers: { 'content-type': 'application/x-ndjson', ...headers },
    });
    const text = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/x-ndjson; charset=utf-8',
    ]);
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Interaction);
  };
  const line = (completion: string, more: object = {}) =>
    JSON.stringify({ project: project.key, prompt: 'Hello', completion, ...more });

  it('answers each line at its position, and continues after a bad one', async () => {
    const answers = await bulk([line('a'), '{bad', '', line('b', { created_at: 'x' }), `${line('c')}\r`]);
    expect(answers.map(({ error }) => error?.code ?? 'ok')).toEqual(['ok', 'json_malformed', 'invalid_field', 'ok']);
    const kept = await Promise.all([answers[0], answers[3]].map((one) => read(one?.completion_id as string)));
    expect(kept.map(({ completion }) => completion)).toEqual(['a', 'c']);
  });

  it('stores no line twice when it is repeated under its Idempotency-Key after an interruption', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const session_id = randomUUID();
    const lines = Array.from({ length: 300 }, (_, index) => line(`${index}`, { session_id }));
    const begun = await bulk(lines.slice(0, 120), headers);
    const whole = await bulk(lines, headers);
    expect(whole.slice(0, 120)).toEqual(begun);
    expect(new Set(whole.map(({ completion_id }) => completion_id)).size).toBe(300);
    let found = 0;
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = new URLSearchParams({ session_id, limit: '100', ...(cursor && { cursor }) });
      const page: Answer = await call('GET', `${interactions()}?${String(query)}`, { key: project.apiKey });
      found += page.body.data.length;
      cursor = page.body.next_cursor;
    }
    expect(found).toBe(300);
  });

  it('rejects a body that is no stream of lines', async () => {
    const response = await send('POST', '/api/v1/interactions/bulk', { key: project.apiKey, body: {} });
    expect(response.status).toBe(415);
  });
});
