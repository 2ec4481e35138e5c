import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { send } from '../support/api.js';
import { FeedbackProject } from '../support/feedback-project.js';
import { Prometheus } from '../support/prometheus/prometheus.js';
import { provoke } from '../support/prometheus/provoke.js';

// Each alert waits for its time, and again until it is resolved.
jest.setTimeout(8 * 60_000);

/** Lines of one bulk import, and the pause after it: more than a second's worth, for as long as the fault lasts. */
const linesAtOnce = 200;
const pauseMs = 1_000;

describe('a database in which something is wrong', () => {
  const prometheus = new Prometheus();
  const project = new FeedbackProject();
  const administrator = new Client({ connectionString: process.env['DATABASE_ADMIN_URL'] });

  beforeAll(async () => {
    await administrator.connect();
    await project.start();
    await prometheus.start();
  });
  afterAll(async () => {
    await prometheus.stop();
    await project.stop();
    await administrator.end();
  });

  async function importLines(): Promise<void> {
    const line = JSON.stringify({ project: project.key, prompt: 'Hello', completion: 'Hi' });
    const body = Array<string>(linesAtOnce).fill(line).join('\n');
    const headers = { 'content-type': 'application/x-ndjson' };
    const answer = await send('POST', '/api/v1/interactions/bulk', { key: project.apiKey, body, headers });
    await answer.text();
    expect(answer.status).toBe(200);
  }

  it('is reported by a dead letter, where every attempt at a command fails', async () => {
    await provoke(prometheus, {
      fault: async () => {
        await administrator.query(`
          create function feedback.broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
          create trigger broken before insert on feedback.metrics for each row execute function feedback.broken()`);
        const created = await project.post(`projects/${project.key}/metrics`, { key: 'm', kind: 'bool' });
        expect(created.status).toBeGreaterThanOrEqual(500);
        return async () => void (await administrator.query('drop function feedback.broken() cascade'));
      },
      fires: [{ alertname: 'EarshotDeadLetters', topic: 'feedback.commands', reason: 'failed' }],
      // One request with 5xx among few.
      mayFire: ['EarshotManyErrors'],
      // For an hour, which is 4 minutes here.
      staysFiring: true,
    });
  });

  it('is reported by unstored events and lag, where a lock keeps a service from storing', async () => {
    const lock = async () => {
      await administrator.query('begin; lock table feedback.event_positions in exclusive mode');
      const importing = setInterval(() => void importLines(), pauseMs);
      return async () => {
        clearInterval(importing);
        await administrator.query('commit');
      };
    };
    await provoke(prometheus, {
      fault: lock,
      fires: [
        { alertname: 'EarshotEventsNotStored', topic: 'interactions.imported' },
        { alertname: 'EarshotConsumerLag', topic: 'interactions.imported' },
      ],
      // Of the test before.
      mayFire: ['EarshotDeadLetters'],
    });
  });
});
