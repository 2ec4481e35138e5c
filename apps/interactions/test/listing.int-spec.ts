import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Metric } from '@earshot/contracts-feedback';
import { feedbackRecorded } from '@earshot/contracts-feedback';
import {
  importInteraction,
  interactionRecorded,
  listInteractionFeedback,
  listInteractions,
  readInteraction,
  type InteractionRecorded,
} from '@earshot/contracts-interactions';
import type { Project } from '@earshot/contracts-projects';
import { everything, imported, feedbackOn, served } from './fixtures.js';
import { startedApp } from './interactions-suite.js';

const app = startedApp();
let project: Project;
let score: Metric;

beforeEach(async () => {
  project = await app.project();
  score = await app.metric(project, 'score', 'scalar');
});

type Filter = Partial<typeof everything>;
const page = (filter: Filter, limit: number, cursor: string | null) =>
  app.send(listInteractions, { project_id: project.id, limit, cursor, filter: { ...everything, ...filter } });

/** The completions of a whole list, read in pages of this size, each page followed by what happens meanwhile. */
async function listed(filter: Filter, limit = 100, meanwhile?: () => Promise<unknown>): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = null; ;) {
    const { data, next_cursor }: Awaited<ReturnType<typeof page>> = await page(filter, limit, cursor);
    ids.push(...data.map(({ completion_id }) => completion_id));
    if (next_cursor === null) return ids;
    cursor = next_cursor;
    await meanwhile?.();
  }
}

const idOf = ({ completions }: InteractionRecorded): string => completions[0]?.completion_id as string;

/** Tells of answers, one a minute, the last one latest, and returns their completions from the newest. */
async function recorded(changes: Partial<InteractionRecorded>[]): Promise<string[]> {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 31, 23, 50 + minute)).toISOString();
  const events = changes.map((change, index) => served(project, { created_at: at(index), ...change }));
  await Promise.all(events.map((event) => app.publish(interactionRecorded, event)));
  for (const event of events) await app.send(readInteraction, { project_id: project.id, completion_id: idOf(event) });
  return events.map(idOf).reverse();
}

describe('a list of interactions', () => {
  it('has each once, newest first, across months, while others are added', async () => {
    const ids = await recorded(Array.from({ length: 15 }, () => ({})));
    const seen = await listed({}, 4, async () => {
      await app.send(importInteraction, imported(project));
      await app.send(importInteraction, imported(project, { created_at: '2020-01-01T00:00:00.000Z' }));
    });
    expect(seen.filter((id) => ids.includes(id))).toEqual(ids);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('separates interactions with the same time', async () => {
    const created_at = '2026-01-05T00:00:00.000Z';
    const ids = await recorded(Array.from({ length: 7 }, () => ({ created_at })));
    expect((await listed({}, 2)).sort()).toEqual([...ids].sort());
  });

  it('is filtered by their fields', async () => {
    const [user, session_id, model_id] = [randomUUID(), randomUUID(), randomUUID()];
    const end = (finish_reason: 'length' | 'error') => ({
      completions: [{ completion_id: randomUUID(), index: 0, text: '', finish_reason }],
    });
    const ids = await recorded([
      { user, labels: { channel: 'web', lang: 'de' } },
      { session_id, tags: ['a', 'b'] },
      { model_id, ab_campaign: 'spring', labels: { channel: 'web' } },
      { ...end('length'), tags: ['a'] },
      { ...end('error'), user, labels: { channel: 'mail' }, model: `${project.key}/former` },
    ]);
    const [fifth, fourth, third, second, first] = ids;
    const label = (name: string, value: string) => ({ name, value });
    const cases: [Filter, unknown[]][] = [
      [{ user }, [fifth, first]],
      [{ session_id }, [second]],
      [{ model: { id: model_id } }, [third]],
      [{ model: { name: `${project.key}/former` } }, [fifth]],
      [{ ab_campaign: 'spring' }, [third]],
      [{ finish_reason: 'length' }, [fourth]],
      [{ finish_reason: 'stop' }, [third, second, first]],
      [{ labels: [label('channel', 'web')] }, [third, first]],
      [{ labels: [label('channel', 'web'), label('lang', 'de')] }, [first]],
      [{ labels: [label('channel', 'none')] }, []],
      [{ tags: ['a'] }, [fourth, second]],
      [{ tags: ['a', 'b'] }, [second]],
      [{ tags: ['a'], finish_reason: 'length' }, [fourth]],
      [{ created_after: '2026-01-31T23:52:00.000Z' }, [fifth, fourth, third]],
      [{ created_before: '2026-01-31T23:52:00.000Z' }, [second, first]],
      [{ user, created_after: '2026-01-31T23:52:00.000Z' }, [fifth]],
    ];
    for (const [filter, expected] of cases) {
      expect([filter, await listed(filter)]).toEqual([filter, expected]);
      expect([filter, await listed(filter, 1)]).toEqual([filter, expected]);
    }
  });

  it('is filtered by a current value of a metric', async () => {
    const ids = await recorded([{ labels: { kind: 'x' } }, {}, { labels: { kind: 'x' } }, {}]);
    const [fourth, third, second, first] = ids as [string, string, string, string];
    const rows = await page({}, 100, null);
    const createdAt = new Map(rows.data.map(({ completion_id, created_at }) => [completion_id, created_at]));
    const user_id = randomUUID();
    const values: [string, number, string | null, string][] = [
      [first, 1, null, '2026-02-01T00:00:00.000Z'],
      [first, 1.5, null, '2026-02-02T00:00:00.000Z'],
      [second, 5, user_id, '2026-02-01T00:00:00.000Z'],
      [second, 9, user_id, '2026-02-02T00:00:00.000Z'],
      [third, 2, user_id, '2026-02-01T00:00:00.000Z'],
    ];
    for (const [completion_id, value, by, created_at] of values) {
      const completion_created_at = createdAt.get(completion_id) ?? null;
      const about = { completion_id, completion_created_at, metric_id: score.id, value, user_id: by, created_at };
      await app.publish(feedbackRecorded, feedbackOn(project, about));
    }
    await app.send(listInteractionFeedback, { project_id: project.id, completion_id: first, limit: 1, cursor: null });
    const metric = (min: number | null, max: number | null) => ({ metric: { metric: 'score', min, max } });
    const cases: [Filter, unknown[]][] = [
      [metric(null, null), [third, second, first]],
      [metric(1, 2), [third, first]],
      [metric(null, 1), [first]],
      [metric(5, 6), []],
      [metric(9, null), [second]],
      [{ ...metric(null, 2), labels: [{ name: 'kind', value: 'x' }] }, [third, first]],
    ];
    for (const [filter, expected] of cases) {
      expect([filter, await listed(filter)]).toEqual([filter, expected]);
      expect([filter, await listed(filter, 1)]).toEqual([filter, expected]);
    }
    expect(fourth).not.toBe(third);
    await expect(page({ metric: { metric: 'none', min: null, max: null } }, 10, null)).rejects.toMatchObject({
      code: 'metric_not_found',
    });
  });

  it('has shorter pages of large interactions, and continues after them', async () => {
    const content = 'x'.repeat(300_000);
    const ids = await recorded(Array.from({ length: 5 }, () => ({ messages: [{ role: 'user', content }] })));
    const first = await page({}, 100, null);
    expect(first.data.length).toBeLessThan(5);
    expect(await listed({}, 100)).toEqual(ids);
  });

  it('rejects a cursor that it did not return', async () => {
    await expect(page({}, 10, 'nonsense')).rejects.toMatchObject({ code: 'cursor_invalid', param: 'cursor' });
  });
});
