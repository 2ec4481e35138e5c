import { describe, expect, it } from '@jest/globals';
import { ScriptedServer, sendError, sendJson, type Script } from '../../test/scripted-server.js';
import { Earshot } from '../earshot.js';
import { BatchError, BatchFullError, type BatchOptions, type FeedbackBatch, type LostEvent } from './batch.js';

const accept: Script = (_request, response) => sendJson(response, 201, { feedback_id: 'f' });
const reject: Script = (_request, response) => sendError(response, 404, 'metric_not_found');

async function withBatch(
  script: Script,
  options: BatchOptions,
  test: (batch: FeedbackBatch, server: ScriptedServer) => Promise<void>,
) {
  await using server = await ScriptedServer.start(script);
  await test(new Earshot({ baseURL: server.url, apiKey: 'es_x' }).feedback.batch(options), server);
}

describe('a batch of feedback', () => {
  it('records each event once, with a key of its own, before flush resolves', () =>
    withBatch(accept, { concurrency: 3 }, async (batch, { received }) => {
      for (let index = 0; index < 20; index += 1) batch.of(`c${index}`).log('helpful', true, { user_id: 'ada' });
      expect(batch.size).toBe(20);
      await batch.flush();
      expect([batch.size, received.length]).toEqual([0, 20]);
      expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(20);
      const bodies = received.map(({ body }) => JSON.parse(body.toString()) as { completion_id: string });
      expect(bodies.map(({ completion_id }) => completion_id).sort()).toEqual(
        Array.from({ length: 20 }, (_, index) => `c${index}`).sort(),
      );
    }));

  it('sends at most `concurrency` requests at a time', () => {
    let [open, most] = [0, 0];
    const script: Script = (_request, response) => {
      most = Math.max(most, (open += 1));
      setTimeout(() => {
        open -= 1;
        sendJson(response, 201, { feedback_id: 'f' });
      }, 5);
    };
    return withBatch(script, { concurrency: 2 }, async (batch) => {
      for (let index = 0; index < 10; index += 1) batch.of('c').log('helpful', true);
      await batch.flush();
      expect(most).toBe(2);
    });
  });

  it('takes no event beyond `maxEvents`, says so, and takes more after ready()', () =>
    withBatch(accept, { maxEvents: 2 }, async (batch, { received }) => {
      const log = () => batch.of('c').log('helpful', true);
      log();
      log();
      expect(log).toThrow(BatchFullError);
      await batch.ready();
      log();
      await batch.close();
      expect(received).toHaveLength(3);
    }));

  it('throws what it could not record from flush, once', () =>
    withBatch(reject, {}, async (batch) => {
      batch.of('c').log('unknown', true);
      const failure = batch.flush();
      await expect(failure).rejects.toThrow(BatchError);
      await expect(failure).rejects.toMatchObject({
        lost: [{ event: { kind: 'feedback', body: { metric: 'unknown' } }, error: { code: 'metric_not_found' } }],
      });
      await expect(batch.flush()).resolves.toBeUndefined();
    }));

  it('gives what it could not record to onLost instead', async () => {
    const lost: LostEvent[] = [];
    await withBatch(reject, { onLost: (event) => lost.push(event) }, async (batch) => {
      batch.outcome({ session_id: 's', metric: 'unknown', value: 1 });
      await batch.flush();
      expect(lost).toMatchObject([{ event: { kind: 'outcome' }, error: { status: 404 } }]);
    });
  });

  it('goes on while Earshot is away', () => {
    const script: Script = (_request, response, number) =>
      number < 4 ? response.socket?.destroy() : sendJson(response, 201, { feedback_id: 'f' });
    return withBatch(script, { concurrency: 1 }, async (batch, { received }) => {
      batch.of('c').log('helpful', true);
      await batch.flush();
      expect(received).toHaveLength(4);
    });
  });

  it('takes no events after close', () =>
    withBatch(accept, {}, async (batch) => {
      await batch.close();
      expect(() => batch.of('c').log('helpful', true)).toThrow('closed');
    }));
});
