import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { uniqueKey } from './support/api.js';
import {
  exportBody,
  errorOf,
  ExportProject,
  hashOf,
  question,
  reply,
  type Dataset,
  type ManifestLine,
  type Turn,
} from './support/exports.js';
import { upload } from './support/uploads.js';
import { until } from './support/until.js';

jest.setTimeout(60_000);

const project = new ExportProject();

beforeAll(() => project.start());

describe('a dataset of interactions', () => {
  it('has the answers that the filter selects, in training and recipe format, with the source of each line', async () => {
    const tag = uniqueKey('tag');
    const score = await project.metric('scalar');
    const user = randomUUID();
    const feedbacks = [
      { metric: score, value: 0.5 },
      { metric: score, value: 1 },
    ];
    const at = (minute: number) => ({ created_at: `2026-01-31T12:0${minute}:00Z` });
    const second = await project.imported(tag, 'two', { ...at(2), labels: { channel: 'web' }, feedbacks });
    const first = await project.imported(tag, 'one', { ...at(1), user, feedbacks: [{ metric: score, value: 1e308 }] });
    await project.imported(tag, 'low', { ...at(3), feedbacks: [{ metric: score, value: -1 }] });
    await project.imported(tag, '', { ...at(4), feedbacks: [{ metric: score, value: 1 }] });

    const dataset = await project.exported({ format: 'sft', filter: { tag, metric: score, min: 0.5 } });
    expect(dataset).toMatchObject({ status: 'ready', rows: 2, percent: 100, errors: [] });
    const original = await project.textOf(dataset, 'original');
    expect(
      original
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([{ messages: [question, reply('two')] }, { messages: [question, reply('one')] }]);
    expect([dataset.sha256, dataset.size]).toEqual([hashOf(original), Buffer.byteLength(original)]);
    expect(await project.linesOf(dataset, 'recipe')).toEqual([
      { messages: [question], completion: 'two', metrics: { [score]: 0.75 }, labels: { channel: 'web' } },
      { messages: [question], completion: 'one', metrics: { [score]: 1e308 } },
    ]);
    const manifest = await project.linesOf<ManifestLine>(dataset, 'manifest');
    expect(manifest.map(({ line, id, completion_ids, users }) => [line, id, completion_ids, users])).toEqual([
      [1, second, [second], []],
      [2, first, [first], [user]],
    ]);
    expect(manifest.map(({ sha256 }) => sha256)).toEqual(original.trimEnd().split('\n').map(hashOf));
  });

  it('has the same bytes for the same snapshot, whatever was recorded later', async () => {
    const tag = uniqueKey('tag');
    const score = await project.metric('scalar');
    const completion_id = await project.imported(tag, 'said', { feedbacks: [{ metric: score, value: 1 }] });
    const dataset = await project.exported({ format: 'sft', filter: { tag } });
    await project.imported(tag, 'later', { created_at: '2020-01-01T00:00:00Z' });
    expect((await project.post('feedback', { completion_id, metric: score, value: 3 })).status).toBe(201);
    const same = await project.exported(dataset.from);
    expect([same.rows, same.sha256]).toEqual([1, dataset.sha256]);
    for (const format of ['original', 'recipe', 'manifest'] as const)
      expect(await project.textOf(same, format)).toBe(await project.textOf(dataset, format));
    expect((await project.exported({ format: 'sft', filter: { tag } })).rows).toBe(2);
  });

  it('has everything that was acknowledged before the request', async () => {
    const tag = uniqueKey('tag');
    const bool = await project.metric('bool');
    const ids = await Promise.all(Array.from({ length: 30 }, (_, at) => project.imported(tag, `answer ${at}`)));
    const writes = ids.map((completion_id) => project.post('feedback', { completion_id, metric: bool, value: true }));
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(ids.map(() => 201));
    expect((await project.exported({ format: 'kto', filter: { tag, metric: bool } })).rows).toBe(30);
  });

  it('for dpo has both answers of each comparison with a winner', async () => {
    const compared = await project.metric('bool');
    const [good, bad] = [uniqueKey('good'), uniqueKey('bad')];
    const sides = {
      messages: [question],
      preferred_completion: { text: good, model: 'large' },
      other_completion: { text: bad, model: 'large' },
    };
    const created = await project.post('comparison', { metric: compared, ...sides });
    expect(created.status).toBe(201);
    expect((await project.post('comparison', { metric: compared, ...sides, tied: 'good' })).status).toBe(201);
    const dataset = await project.exported({ format: 'dpo', filter: { metric: compared } });
    expect(await project.linesOf(dataset)).toEqual([
      { prompt: [question], chosen: [reply(good)], rejected: [reply(bad)] },
    ]);
    expect(await project.linesOf(dataset, 'recipe')).toEqual([
      { messages: [question], completion: good, other_completion: bad },
    ]);
    const [line] = await project.linesOf<ManifestLine>(dataset, 'manifest');
    expect([line?.id, line?.completion_ids.length]).toEqual([created.body.comparison_id, 2]);
  });

  it('for kto has a label for each answer with a majority of ratings', async () => {
    const tag = uniqueKey('tag');
    const [helpful, disliked] = [await project.metric('bool'), await project.metric('bool', 'lower_is_better')];
    const votes = (key: string, ...values: boolean[]) => values.map((value) => ({ metric: key, value }));
    await project.imported(tag, 'split', { feedbacks: votes(helpful, true, false) });
    await project.imported(tag, 'good', {
      feedbacks: [...votes(helpful, true, true, false), ...votes(disliked, false)],
    });
    await project.imported(tag, 'bad', { feedbacks: [...votes(helpful, false), ...votes(disliked, true)] });
    await project.imported(tag, 'nothing said');
    const labels = async (of: string) => {
      const lines = await project.linesOf<{ prompt: Turn[]; completion: Turn[]; label: boolean }>(
        await project.exported({ format: 'kto', filter: { tag, metric: of } }),
      );
      expect(lines.map(({ prompt }) => prompt)).toEqual(lines.map(() => [question]));
      return lines.map(({ completion, label }) => [completion[0]?.content, label]).sort();
    };
    const expected = [
      ['bad', false],
      ['good', true],
    ];
    expect([await labels(helpful), await labels(disliked)]).toEqual([expected, expected]);
  });

  it('has no interactions and no feedback of an erased user', async () => {
    const tag = uniqueKey('tag');
    const bool = await project.metric('bool');
    const [gone, critic] = [randomUUID(), randomUUID()];
    await project.imported(tag, 'gone', { user: gone, feedbacks: [{ metric: bool, value: true }] });
    const kept = await project.imported(tag, 'kept', { feedbacks: [{ metric: bool, value: true }] });
    expect(
      (await project.post('feedback', { completion_id: kept, metric: bool, value: false, user_id: critic })).status,
    ).toBe(201);
    for (const user of [gone, critic]) expect((await project.own('DELETE', `users/${user}`)).status).toBe(204);
    const lines = await project.linesOf(await project.exported({ format: 'kto', filter: { tag, metric: bool } }));
    expect(lines).toEqual([{ prompt: [question], completion: [reply('kept')], label: true }]);
  });

  it('is withheld and then deleted once one of its lines is erased; others stay available', async () => {
    const user = randomUUID();
    const tags = [uniqueKey('tag'), uniqueKey('tag'), uniqueKey('tag')] as const;
    await project.imported(tags[0], 'of the user', { user });
    const one = await project.imported(tags[1], 'of nobody');
    await project.imported(tags[2], 'kept');
    const make = (tag: string) => project.exported({ format: 'sft', filter: { tag } });
    const [ofUser, ofOne, kept] = [await make(tags[0]), await make(tags[1]), await make(tags[2])];
    const download = ({ key }: Dataset, format = 'original') =>
      project.own('GET', `datasets/${key}/download?format=${format}`);
    const erased: [string, Dataset][] = [
      [`users/${user}`, ofUser],
      [`interactions/${one}`, ofOne],
    ];
    for (const [path, dataset] of erased) {
      expect((await project.own('DELETE', path)).status).toBe(204);
      for (const format of ['original', 'recipe', 'manifest']) {
        expect(errorOf(await download(dataset, format))).toEqual([409, 'dataset_withheld', null]);
      }
    }
    for (const [, { key }] of erased) {
      const poll = async () => {
        const { body } = await project.own('GET', `datasets/${key}`);
        return (body as Dataset).status === 'failed' && body;
      };
      expect(await until(poll, 30_000, 100)).toMatchObject({
        sha256: null,
        errors: [{ message: expect.stringContaining('erased') }],
      });
    }
    for (const [, dataset] of erased) expect(errorOf(await download(dataset))).toEqual([409, 'dataset_withheld', null]);
    await until(async () => (await download(kept)).status === 200, 30_000, 100);
    expect(await project.linesOf(kept)).toEqual([{ messages: [question, reply('kept')] }]);
  });

  it('fails with an error where no interaction matches', async () => {
    const dataset = await project.exported({ format: 'sft', filter: { tag: uniqueKey('nobody') } });
    expect([dataset.status, dataset.rows, dataset.errors.length]).toEqual(['failed', 0, 1]);
    const answer = await project.own('GET', `datasets/${dataset.key}/download`);
    expect(errorOf(answer)).toEqual([409, 'dataset_not_ready', 'format']);
  });

  it('is rejected with the wrong field', async () => {
    const scalar = await project.metric('scalar');
    const refused = async (body: object) => errorOf(await project.own('POST', 'datasets', body));
    const source = async (from: object) => refused(exportBody(from));
    expect(await source({ format: 'sft', filter: { metric: 'none' } })).toEqual([
      404,
      'metric_not_found',
      'from.filter.metric',
    ]);
    expect(await source({ format: 'kto', filter: { metric: scalar } })).toEqual([
      400,
      'metric_not_fit',
      'from.filter.metric',
    ]);
    expect(await source({ format: 'kto' })).toEqual([400, 'missing_field', 'from.filter.metric']);
    for (const [from, param] of [
      [{ format: 'dpo', filter: { metric: scalar, min: 1 } }, 'from.filter.min'],
      [{ format: 'sft', filter: { max: 1 } }, 'from.filter.max'],
      [{ format: 'sft', filter: { colour: 'red' } }, 'from.filter.colour'],
      [{ format: 'sft', filter: { created_after: 'yesterday' } }, 'from.filter.created_after'],
      [{ format: 'sft', snapshot: '2999-01-01T00:00:00Z' }, 'from.snapshot'],
      [{ format: 'ppo' }, 'from.format'],
    ] as const) {
      const [status, , at] = await source(from);
      expect([status, at]).toEqual([400, param]);
    }
    expect((await refused({ key: uniqueKey('x') })).slice(0, 3)).toEqual([400, 'missing_field', 'upload_session_id']);
    expect((await refused({ ...exportBody({ format: 'sft' }), upload_session_id: randomUUID() }))[2]).toBe('from');
  });

  it('needs the permission to read interactions', async () => {
    const body = { name: 'writer', permissions: ['data', 'feedback'] };
    const { api_key } = (await project.own('POST', 'api_keys', body, undefined)).body;
    const refused = await project.own('POST', 'datasets', exportBody({ format: 'sft' }), api_key);
    expect(errorOf(refused)).toEqual([403, 'permission_missing', null]);
  });

  it('has no manifest if it was uploaded', async () => {
    const key = uniqueKey('uploaded');
    const content = Buffer.from(`${JSON.stringify({ prompt: 'a', completion: 'b' })}\n`);
    const upload_session_id = await upload(content, { key: project.apiKey });
    expect((await project.own('POST', 'datasets', { key, upload_session_id })).status).toBe(202);
    const answer = await project.own('GET', `datasets/${key}/download?format=manifest`);
    expect(errorOf(answer)).toEqual([404, 'manifest_not_found', 'format']);
  });
});
