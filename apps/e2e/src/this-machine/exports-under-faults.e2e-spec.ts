import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { uniqueKey } from '../support/api.js';
import { ExportProject, hashOf, type Dataset, type ManifestLine } from '../support/exports.js';
import { isBack, killHard } from '../support/processes.js';
import { until } from '../support/until.js';

// Processes that are killed have to start again.
jest.setTimeout(180_000);

const project = new ExportProject();

beforeAll(() => project.start());

describe('a dataset of interactions', () => {
  it('has each line once when storage and interactions are killed while it is built', async () => {
    const tag = uniqueKey('tag');
    await project.importedMany(tag, 2_500);
    const { key } = await project.begun({ format: 'sft', filter: { tag } });
    const killed = ['storage-0', 'interactions-0'].map((name) => [name, killHard(name)] as const);
    const dataset = await project.decided(key);
    for (const [name, ended] of killed) await isBack(name, ended);
    expect([dataset.status, dataset.rows]).toEqual(['ready', 2_500]);
    expect(hashOf(await project.textOf(dataset, 'original'))).toBe(dataset.sha256);
    const manifest = await project.linesOf<ManifestLine>(dataset, 'manifest');
    expect(manifest.map(({ line }) => line)).toEqual(manifest.map((_, index) => index + 1));
    expect(new Set(manifest.map(({ id }) => id)).size).toBe(2_500);
    expect((await project.exported(dataset.from)).sha256).toBe(dataset.sha256);
  });

  it('that is cancelled never becomes ready when storage is killed before it stops, and frees its bytes', async () => {
    const tag = uniqueKey('tag');
    await project.importedMany(tag, 2_500);
    const bytes = await project.storedBytes();
    const { key } = await project.begun({ format: 'sft', filter: { tag } });
    const read = async () => (await project.own('GET', `datasets/${key}`)).body as Dataset;
    const begun = await until(async () => (await read()).rows > 0 && read(), 30_000, 20);
    expect(begun).toMatchObject({ status: 'processing', rows_expected: 2_500 });
    expect((await project.own('POST', `datasets/${key}/cancel`)).body).toMatchObject({ status: 'cancelled' });
    const ended = killHard('storage-0');
    await isBack('storage-0', ended);
    await until(async () => (await project.storedBytes()) === bytes, 60_000, 200);
    expect(await read()).toMatchObject({ status: 'cancelled', cancelled_at: expect.any(String), sha256: null });
  });
});
