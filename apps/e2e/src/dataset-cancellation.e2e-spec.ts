import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { uniqueKey } from './support/api.js';
import { errorOf, ExportProject } from './support/exports.js';

jest.setTimeout(120_000);

const project = new ExportProject();

beforeAll(() => project.start());

describe('a dataset of interactions', () => {
  it('can be cancelled until it is ready, and then has no files', async () => {
    const tag = uniqueKey('tag');
    await project.importedMany(tag, 1_000);
    const create = () => project.begun({ format: 'sft', filter: { tag } });
    // Each process builds one after the other, so that the last one has not ended.
    const [first] = [await create(), await create(), await create()];
    const { key } = await create();
    const cancelled = await project.own('POST', `datasets/${key}/cancel`);
    expect(cancelled).toMatchObject({
      status: 200,
      body: { key, status: 'cancelled', cancelled_at: expect.any(String) },
    });
    expect((await project.own('POST', `datasets/${key}/cancel`)).body).toEqual(cancelled.body);
    expect(errorOf(await project.own('GET', `datasets/${key}/download`))).toEqual([409, 'dataset_not_ready', 'format']);
    const ready = await project.decided(first.key);
    expect(ready).toMatchObject({ status: 'ready', rows: 1_000, rows_expected: 1_000, percent: 100 });
    const refused = await project.own('POST', `datasets/${first.key}/cancel`);
    expect(errorOf(refused)).toEqual([409, 'dataset_processed', null]);
  });
});
