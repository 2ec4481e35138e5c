import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { comparisonRecorded, type Metric } from '@earshot/contracts-feedback';
import {
  beginExport,
  exportPiece,
  importInteraction,
  type BeginExport,
  type ExportSnapshot,
  type InteractionFilter,
} from '@earshot/contracts-interactions';
import type { Project } from '@earshot/contracts-projects';
import { until } from '@earshot/messaging/testing';
import { fillWith } from './filled-interactions.js';
import { comparisonOn, everything, imported } from './fixtures.js';
import { startedApp } from './interactions-suite.js';

const app = startedApp();
const bucket = new Map<string, string>();
let server: Server;
let project: Project;

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((bytes) => {
      bucket.set(String(request.url), bytes);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => void server.close());

beforeEach(async () => {
  project = await app.project();
});

type Filter = Partial<InteractionFilter>;
const sourceOf = (format: BeginExport['format'], filter: Filter = {}) => ({
  project_id: project.id,
  filter: { ...everything, ...filter },
  format,
});
const begin = (format: BeginExport['format'], filter?: Filter) =>
  app.send(beginExport, { ...sourceOf(format, filter), at: null });

/** The lines of an export, which is small. */
async function lines(format: BeginExport['format'], snapshot: ExportSnapshot, filter?: Filter): Promise<unknown[]> {
  const place = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const name = randomUUID();
  const upload_urls = { lines: `${place}/${name}`, recipe: `${place}/r`, manifest: `${place}/m` };
  const asked = { ...sourceOf(format, filter), snapshot, after: null, lines_before: 0, upload_urls };
  const piece = await app.send(exportPiece, asked);
  expect(piece.next).toBeNull();
  const written = bucket.get(`/${name}`)?.trimEnd().split('\n') ?? [];
  expect(written).toHaveLength(piece.lines);
  return written.map((line) => JSON.parse(line) as unknown);
}

const answersOf = (found: unknown[]) =>
  (found as { messages: { content: string }[] }[]).map(({ messages }) => messages.at(-1)?.content);

/** Publishes a comparison. */
function prefer({ id: metric_id }: Metric, preferred: string, other: string): Promise<void> {
  return app.publish(comparisonRecorded, comparisonOn(project, { preferred, other, metric_id }));
}

describe('an export', () => {
  it('waits for all transactions that began before it', async () => {
    const first = imported(project, { completion: 'stored' });
    await app.send(importInteraction, first);
    const slow = app.dataSource.createQueryRunner();
    await slow.startTransaction();
    await slow.query(
      `insert into interactions (completion_id, created_at, project_id, session_id, source, bytes, record)
       select gen_random_uuid(), created_at, project_id, session_id, source, bytes, record
       from interactions where completion_id = $1`,
      [first.completion_id],
    );
    let begun = false;
    const snapshot = begin('sft').finally(() => (begun = true));
    await app.send(importInteraction, imported(project, { completion: 'later' }));
    expect(begun).toBe(false);
    await slow.commitTransaction();
    await slow.release();
    const answers = answersOf(await lines('sft', await snapshot));
    expect(answers.filter((answer) => answer === 'stored')).toHaveLength(2);
  });

  it('contains what was stored until its snapshot and nothing later', async () => {
    await app.send(importInteraction, imported(project, { completion: 'before' }));
    const snapshot = await begin('sft');
    await app.send(
      importInteraction,
      imported(project, { completion: 'after', created_at: '2020-01-01T00:00:00.000Z' }),
    );
    expect(answersOf(await lines('sft', snapshot))).toEqual(['before']);
    expect(answersOf(await lines('sft', await begin('sft')))).toEqual(['before', 'after']);
  });

  it('begins with the number of candidates until its snapshot', async () => {
    const noted = { reason: null, details: null, created_at: null };
    const rating = { id: randomUUID(), metric: 'helpful', value: true, ...noted };
    const helpful = await app.metric(project, 'helpful', 'bool');
    const sent = [
      imported(project, { tags: ['a'], completion: 'one', feedbacks: [rating] }),
      imported(project, { tags: ['a'], completion: 'two' }),
      imported(project, { completion: 'three' }),
    ];
    for (const one of sent) await app.send(importInteraction, one);
    const metric = { metric: helpful.id, min: null, max: null };
    expect(await begin('sft')).toMatchObject({ candidates: 3 });
    expect(await begin('sft', { tags: ['a'] })).toMatchObject({ candidates: 2 });
    expect(await begin('kto', { metric })).toMatchObject({ candidates: 1 });
    expect(await begin('dpo')).toMatchObject({ candidates: 0 });
    expect(await app.send(beginExport, { ...sourceOf('sft'), at: '2020-01-01T00:00:00.000Z' })).toMatchObject({
      candidates: 0,
    });
  });

  it('of pairs needs both completions selected', async () => {
    const ids: string[] = [];
    for (const tags of [['a', 'b'], ['a'], ['a', 'b']]) {
      const one = imported(project, { tags, completion: `${ids.length}` });
      await app.send(importInteraction, one);
      ids.push(one.completion_id);
    }
    const metric = await app.metric(project, 'better', 'bool');
    for (const other of [1, 2]) await prefer(metric, ids[0] as string, ids[other] as string);
    const rejected = async (filter: Filter) =>
      ((await lines('dpo', await begin('dpo', filter), filter)) as { rejected: { content: string }[] }[])
        .map((line) => line.rejected[0]?.content)
        .sort();
    await until(async () => (await rejected({ tags: ['a'] })).length === 2);
    expect(await rejected({ tags: ['a'] })).toEqual(['1', '2']);
    expect(await rejected({ tags: ['a', 'b'] })).toEqual(['2']);
    const under = (id: string) => ({ metric: { metric: id, min: null, max: null } });
    expect(await rejected(under('better'))).toEqual(['1', '2']);
    const another = await app.metric(project, 'another', 'bool');
    expect(await rejected(under(another.id))).toEqual([]);
  });

  it('of a search has exactly the matching answers, however many others precede them', async () => {
    const helpful = await app.metric(project, 'helpful', 'bool');
    const given: [string, string, boolean | null][] = [
      ['a needle near', '2026-02-21T00:00:00.000Z', true],
      ['a needle far', '2026-02-02T00:00:00.000Z', false],
      ['a needle unrated', '2026-02-01T00:00:00.000Z', null],
      ['some hay', '2025-12-31T00:00:00.000Z', true],
    ];
    const ids: string[] = [];
    for (const [completion, created_at, value] of given) {
      const rating = {
        id: randomUUID(),
        metric: 'helpful',
        value: value as boolean,
        reason: null,
        details: null,
        created_at,
      };
      const one = imported(project, { completion, created_at, feedbacks: value === null ? [] : [rating] });
      ids.push((await app.send(importInteraction, one)).completion_id);
    }
    // More than a piece has.
    await fillWith(app, project, 5_100, 'some hay', '2026-02-20T12:00:00Z');
    const search = { text: 'needle' };
    const rated = (min: number | null) => ({ metric: { metric: 'helpful', min, max: null } });
    const answers = given.map(([completion]) => completion);
    expect(answersOf(await lines('sft', await begin('sft', search), search))).toEqual(answers.slice(0, 3));
    const good = { ...search, ...rated(1) };
    expect(answersOf(await lines('sft', await begin('sft', good), good))).toEqual(answers.slice(0, 1));
    const judged = { ...search, ...rated(null) };
    const labels = (await lines('kto', await begin('kto', judged), judged)) as {
      completion: { content: string }[];
      label: boolean;
    }[];
    expect(labels.map(({ completion, label }) => [completion[0]?.content, label])).toEqual([
      [answers[0], true],
      [answers[1], false],
    ]);
    const [near, far, , hay] = ids as [string, string, string, string];
    for (const other of [far, hay]) await prefer(helpful, near, other);
    const pairs = async (filter: Filter) => lines('dpo', await begin('dpo', filter), filter);
    await until(async () => (await pairs({})).length === 2);
    expect(await pairs(search)).toMatchObject([{ rejected: [{ content: answers[1] }] }]);
  });

  it('rejects kto under a metric that is not of kind bool', async () => {
    const scalar = await app.metric(project, 'score', 'scalar');
    const refused = begin('kto', { metric: { metric: scalar.id, min: null, max: null } });
    await expect(refused).rejects.toMatchObject({ code: 'metric_not_fit', param: 'from.filter.metric' });
  });
});
