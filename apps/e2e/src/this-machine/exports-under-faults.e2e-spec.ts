import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { send, uniqueKey } from '../support/api.js';
import { exportBody, ExportProject, hashOf, question, type ManifestLine } from '../support/exports.js';
import { isBack, killHard } from '../support/processes.js';

// Processes that are killed have to start again.
jest.setTimeout(180_000);

const project = new ExportProject();

beforeAll(() => project.start());

describe('a dataset of interactions', () => {
  it('has each line once when storage and interactions are killed while it is built', async () => {
    const tag = uniqueKey('tag');
    const filler = 'x'.repeat(12_000);
    const body = Array.from({ length: 2_500 }, (_, at) => {
      const line = { project: project.key, messages: [question], completion: `${at} ${filler}`, tags: [tag] };
      return `${JSON.stringify(line)}\n`;
    }).join('');
    const headers = { 'content-type': 'application/x-ndjson' };
    const answers = await (
      await send('POST', '/api/v1/interactions/bulk', { key: project.apiKey, body, headers })
    ).text();
    expect(answers.match(/"completion_id"/g)?.length).toBe(2_500);
    const { key } = (await project.own('POST', 'datasets', exportBody({ format: 'sft', filter: { tag } }))).body;
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
});
