import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { call, send, uniqueKey, type CallOptions } from '../support/api.js';
import { ExportProject, question, type Dataset } from '../support/exports.js';
import { firstDataDir, SecondInstallation } from '../support/second-installation.js';
import { stack } from '../support/stack.js';
import { sha256, Uploads } from '../support/upload-sessions.js';
import { until } from '../support/until.js';

// Two installations on one machine, the second one from nothing.
jest.setTimeout(300_000);

interface Manifest {
  tables: { schema: string; name: string; file: string; rows: number }[];
  records: { topic: string; count: number }[];
  objects: { key: string; sha256: string; content_type: string | null }[];
}

/** Counts move from the first of these to the others in the background; the statistics are compared instead. */
const movingCounts = ['interaction_count_changes', 'interaction_counts', 'interaction_day_counts'];

describe('a backup of a running installation', () => {
  const folders = mkdtempSync(join(tmpdir(), 'earshot-backups-'));
  const [first, again] = [join(folders, 'first'), join(folders, 'again')];
  const project = new ExportProject();
  const second = new SecondInstallation();
  const ledger = join(folders, 'erasures');
  const other = new ExportProject();
  const user = randomUUID();
  let [ofUser, one, kept] = ['', '', ''];
  const artifact = new Uint8Array(6_000_000).map((_, at) => (at * 7) % 251);
  const retried = { 'idempotency-key': uniqueKey('retry') };
  let projectId = '';
  let artifactId = '';
  let dataset: Dataset;
  let metric = '';
  let completion_id = '';
  let feedback_id = '';

  /** Runs a command that must succeed; a failure shows what it printed. */
  const done = async (...command: Parameters<SecondInstallation['run']>) => {
    const { code, output } = await second.run(...command);
    expect([code, code === 0 ? '' : output]).toEqual([0, '']);
  };
  const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  const vote = (options: CallOptions = {}) =>
    call('POST', '/api/v1/feedback', {
      key: project.apiKey,
      body: { project: project.key, completion_id, metric, value: 4 },
      headers: retried,
      ...options,
    });
  const read = async (path: string, url?: string) => {
    const { status, body } = await call('GET', `/api/v1/projects/${project.key}/${path}`, { key: project.apiKey, url });
    return [status, body];
  };

  beforeAll(async () => {
    await project.start();
    projectId = (await call('GET', `/api/v1/projects/${project.key}`)).body.id;
    metric = await project.metric('scalar');
    const chat = { model: 'demo/demo', messages: [{ role: 'user', content: 'Hello!' }] };
    await call('POST', '/api/v1/chat/completions', { key: stack().demoKey, body: chat });
    completion_id = await project.imported('kept', 'Grüezi', { feedbacks: [{ metric, value: 2 }] });
    const sides = {
      preferred_completion: { text: 'a', model: 'large' },
      other_completion: { text: 'b', model: 'large' },
    };
    await project.post('comparison', { metric: await project.metric('bool'), messages: [question], ...sides });
    const created = await vote();
    feedback_id = created.body.feedback_id;
    dataset = await project.exported({ format: 'sft', filter: { tag: 'kept' } });
    const uploads = new Uploads(project.key, project.apiKey);
    const upload_session_id = await uploads.begin(2);
    await uploads.part(upload_session_id, 1, artifact.subarray(0, 5_500_000));
    await uploads.part(upload_session_id, 2, artifact.subarray(5_500_000));
    artifactId = (await project.own('POST', 'artifacts', { name: 'größe.bin', upload_session_id })).body.id;
    await other.start();
    ofUser = await other.imported('erased', 'Adieu', { user });
    one = await other.imported('erased', 'Adieu');
    kept = await other.imported('kept', 'Salut');
    await second.prepare();
  });
  afterAll(async () => {
    await second.remove();
    rmSync(folders, { recursive: true });
  });

  it('is made while it serves, into a folder of its own alone', async () => {
    await done('backup.mjs', [first], firstDataDir());
    const refused = await second.run('backup.mjs', [first], firstDataDir());
    expect(refused).toEqual({ code: 1, output: expect.stringContaining('is not empty') });
  });

  it('leaves a ledger of later erasures', async () => {
    for (const path of [`users/${user}`, `interactions/${one}`])
      expect((await other.own('DELETE', path)).status).toBe(204);
    await done('backup.mjs', ['erasures', ledger], firstDataDir());
  });

  it('contains every acknowledged record, as the reconciler confirms', async () => {
    const { code, output } = await second.run('reconcile.mjs', [], firstDataDir());
    expect([code, output]).toEqual([0, expect.stringContaining('acknowledged minus stored: 0')]);
  });

  it('gives the same responses after a restore, also to repeated requests', async () => {
    await done('restore.mjs', [first, ledger]);
    await second.start();
    const { url } = second;
    const range = `?from=${new Date(Date.now() - 3_600_000).toISOString()}&to=${new Date().toISOString()}`;
    for (const path of [
      `interactions/${completion_id}`,
      `metrics/${metric}/summary`,
      'interactions',
      `interactions/statistics${range}`,
      `feedback/statistics${range}`,
      'datasets',
      'models',
    ])
      expect([path, await read(path, url)]).toEqual([path, await read(path)]);
    const [from, at] = [
      `/api/v1/projects/${project.key}/datasets/${dataset.key}/download`,
      { key: project.apiKey, url },
    ];
    expect(sha256(new Uint8Array(await (await send('GET', from, at)).arrayBuffer()))).toBe(dataset.sha256);
    const file = await send('GET', `/artifacts/${artifactId}/download`, at);
    expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(sha256(artifact));
    expect((await vote({ url })).body.feedback_id).toBe(feedback_id);
  });

  it('does not contain later erasures after it was restored', async () => {
    const at = { key: other.apiKey, url: second.url };
    const statusOf = async (id: string) =>
      (await call('GET', `/api/v1/projects/${other.key}/interactions/${id}`, at)).status;
    const gone = async () => [await statusOf(ofUser), await statusOf(one)].every((status) => status === 404);
    // Services read of it once they are started.
    await until(gone, 30_000, 100);
    expect(await statusOf(kept)).toBe(200);
  });

  it('has the same rows and files when the restored installation is backed up', async () => {
    await done('backup.mjs', [again]);
    const [one, other] = [manifestOf(first), manifestOf(again)];
    // Of this project alone: what other tests have removed goes on being deleted in both.
    const metricId = (await call('GET', `/api/v1/projects/${project.key}/metrics/${metric}`)).body.id;
    const ours = [projectId, metricId, completion_id, artifactId];
    const rowsOf = (folder: string) => (table: Manifest['tables'][number]) => ({
      table: `${table.schema}.${table.name}`,
      rows: gunzipSync(readFileSync(join(folder, table.file)))
        .toString()
        .split('\n')
        .filter((row) => ours.some((id) => row.includes(id)))
        // Both installations are used meanwhile: the last column is when a key was used last.
        .map((row) => (table.name === 'api_keys' ? row.replace(/\t[^\t]*$/, '') : row))
        .sort(),
    });
    const stays = ({ name }: Manifest['tables'][number]) => !movingCounts.includes(name);
    const rows = one.tables.filter(stays).map(rowsOf(first));
    expect(other.tables.filter(stays).map(rowsOf(again))).toEqual(rows);
    const named = [
      'interactions.interactions',
      'feedback.feedback',
      'feedback.comparisons',
      'storage.files',
      'projects.api_keys',
    ];
    expect(rows.flatMap(({ table, rows: found }) => (found.length > 0 ? table : []))).toEqual(
      expect.arrayContaining(named),
    );
    const plain = ({ objects }: Manifest) =>
      objects.flatMap(({ key, sha256: hash, content_type }) =>
        key.includes(projectId) ? [[key, hash, content_type]] : [],
      );
    expect(plain(other)).toEqual(plain(one));
    expect(plain(one).length).toBeGreaterThan(2);
  });

  it('works after a restore: new interactions are recorded', async () => {
    const { url } = second;
    const body = { project: project.key, messages: [question], completion: 'later' };
    const created = await call('POST', '/api/v1/interactions', { key: project.apiKey, body, url });
    expect(created.status).toBe(201);
    const value = { project: project.key, completion_id: created.body.completion_id, metric, value: 5 };
    expect((await call('POST', '/api/v1/feedback', { key: project.apiKey, body: value, url })).status).toBe(201);
    expect((await read(`metrics/${metric}/summary`, url))[1]).toMatchObject({ count: 3 });
  });
});
