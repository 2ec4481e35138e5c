import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ScriptedServer, sendError, sendJson, type Script } from '../../test/scripted-server.js';
import { Earshot } from '../earshot.js';

const partBytes = 8_388_608;
const bytes = randomBytes(2 * partBytes + 5);
const toSend = { project: 'shop', file: new Blob([new Uint8Array(bytes)]), contentType: 'text/plain' };

/** A session of three parts, of which some are there. */
const sessionWith = (completed_parts: number[], state = 'open') => ({
  session_id: 's1',
  state,
  total_parts_count: 3,
  completed_parts,
});

async function withServer(script: Script, test: (server: ScriptedServer, earshot: Earshot) => Promise<void>) {
  await using server = await ScriptedServer.start(script);
  await test(server, new Earshot({ baseURL: server.url, apiKey: 'es_x' }));
}

describe('an upload', () => {
  it('sends each part with its checksum, and a part again after a broken connection', () => {
    let broken = false;
    const script: Script = ({ path }, response) => {
      if (path.includes('part_number=2') && !broken) {
        broken = true;
        response.socket?.destroy();
      } else sendJson(response, 200, sessionWith([]));
    };
    return withServer(script, async ({ received }, earshot) => {
      const progress: number[] = [];
      const onProgress = (at: { stage: string; bytes?: number }) => progress.push(at.bytes ?? 0);
      expect(await earshot.uploads.send(toSend, { onProgress })).toBe('s1');
      const parts = received.filter(({ path }) => path.startsWith('/api/v1/upload/part?'));
      const numbers = parts.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('part_number'));
      expect(numbers.sort()).toEqual(['1', '2', '2', '3']);
      for (const { headers, body } of parts)
        expect(headers['x-checksum-sha256']).toBe(createHash('sha256').update(body).digest('hex'));
      expect(progress.at(-1)).toBe(bytes.length);
      expect(JSON.parse(received[0]?.body.toString() ?? '')).toEqual({
        total_parts_count: 3,
        content_type: 'text/plain',
        metadata: { project: 'shop' },
      });
    });
  });

  it('resumes a session with the parts that it lacks', () =>
    withServer(
      (_request, response) => sendJson(response, 200, sessionWith([1, 3])),
      async ({ received }, earshot) => {
        expect(await earshot.uploads.send(toSend, { sessionId: 's1' })).toBe('s1');
        expect(received.map(({ path }) => path)).toEqual([
          '/api/v1/upload/status',
          '/api/v1/upload/part?session_id=s1&part_number=2',
        ]);
      },
    ));

  it.each([[[1, 2, 3]], [[]]])(
    'sends nothing again if the file was made of the session, with the parts %j left',
    (left) =>
      withServer(
        (_request, response) => sendJson(response, 200, sessionWith(left, 'consumed')),
        async ({ received }, earshot) => {
          expect(await earshot.uploads.send(toSend, { sessionId: 's1' })).toBe('s1');
          expect(received.map(({ path }) => path)).toEqual(['/api/v1/upload/status']);
        },
      ),
  );

  it.each([
    ['unknown', (response: Parameters<Script>[1]) => sendError(response, 404, 'session_not_found')],
    ['expired', (response: Parameters<Script>[1]) => sendJson(response, 200, sessionWith([1, 2], 'expired'))],
  ])('begins another session if the one to resume is %s, and reports it', (_state, status) => {
    const script: Script = ({ path }, response) =>
      path === '/api/v1/upload/status' ? status(response) : sendJson(response, 200, sessionWith([]));
    return withServer(script, async (_server, earshot) => {
      const sessions: string[] = [];
      await earshot.uploads.send(toSend, { sessionId: 'old', onSession: (id) => sessions.push(id) });
      expect(sessions).toEqual(['s1']);
    });
  });

  it('rejects an empty file before it sends anything', () =>
    withServer(
      (_request, response) => sendJson(response, 200, {}),
      async ({ received }, earshot) => {
        await expect(earshot.uploads.send({ ...toSend, file: new Blob([]) })).rejects.toThrow('empty');
        expect(received).toHaveLength(0);
      },
    ));
});
