import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { call, makeProject, send, uniqueKey } from '../support/api.js';
import { isBack, killHard } from '../support/processes.js';
import { stack } from '../support/stack.js';
import { upload } from '../support/uploads.js';
import { storedZip } from '../support/stored-zip.js';
import { until } from '../support/until.js';

interface Dataset {
  id: string;
  status: string;
  rows: number;
  percent: number;
  errors: { line: number; message: string }[];
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const lineOf = (text: string) => `${JSON.stringify({ prompt: text, chosen: 'good', rejected: 'bad' })}\n`;
const rowOf = (text: string) =>
  `${JSON.stringify({ messages: [{ role: 'user', content: text }], completion: 'good', other_completion: 'bad' })}\n`;

describe('files', () => {
  let project: Awaited<ReturnType<typeof makeProject>>;

  beforeAll(async () => {
    project = await makeProject(['data']);
  });

  const own = (path: string) => `/api/v1/projects/${project.key}${path}`;
  const post = (path: string, body: object) => call('POST', own(path), { key: project.apiKey, body });
  const get = (path: string, headers: Record<string, string> = {}) =>
    send('GET', path, { key: project.apiKey, headers });
  const bytesOf = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());

  async function dataset(content: Buffer): Promise<string> {
    const key = uniqueKey('dataset');
    const session = await upload(content, { key: project.apiKey });
    const created = await post('/datasets', { key, upload_session_id: session });
    expect([created.status, created.body.key]).toEqual([202, key]);
    return own(`/datasets/${key}`);
  }

  function converted(path: string): Promise<Dataset> {
    const poll = async () => {
      const { status, body } = await call('GET', path, { key: project.apiKey });
      const shown = body as unknown as Dataset;
      return status === 200 && shown.status !== 'processing' && shown;
    };
    return until(poll, 90_000, 100);
  }

  it('a dataset downloads as it was uploaded, and in recipe format, whole and in ranges', async () => {
    const content = Buffer.from(lineOf('Ärger') + lineOf('two'));
    const path = await dataset(content);
    expect((await bytesOf(`${path}/download`)).equals(content)).toBe(true);
    expect(await converted(path)).toMatchObject({ status: 'ready', rows: 2, percent: 100 });
    const recipe = Buffer.from(rowOf('Ärger') + rowOf('two'));
    expect((await bytesOf(`${path}/download?format=recipe`)).equals(recipe)).toBe(true);
    const part = await get(`${path}/download?format=recipe`, { range: 'bytes=5-9' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5-9/${recipe.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(recipe.subarray(5, 10))).toBe(true);
  });

  it('a dataset with wrong lines lists them', async () => {
    const path = await dataset(
      Buffer.concat([Buffer.from(lineOf('a')), Buffer.from([0xff, 0x0a]), Buffer.from('{}\n')]),
    );
    const { status, errors } = await converted(path);
    expect([status, errors.map(({ line }) => line)]).toEqual(['failed', [2, 3]]);
    const recipe = await call('GET', `${path}/download?format=recipe`, { key: project.apiKey });
    expect([recipe.status, recipe.body.error?.code]).toEqual([409, 'dataset_not_ready']);
  });

  it('a dataset is converted completely when storage is killed meanwhile', async () => {
    const filler = 'x'.repeat(1_000);
    const texts = Array.from({ length: 60_000 }, (_, at) => `${at} ${filler}`);
    const path = await dataset(Buffer.from(texts.map(lineOf).join('')));
    const killed = killHard('storage-0');
    const { status, rows } = await converted(path);
    await isBack('storage-0', killed);
    expect([status, rows]).toEqual(['ready', texts.length]);
    expect(hashOf(await bytesOf(`${path}/download?format=recipe`))).toBe(
      hashOf(Buffer.from(texts.map(rowOf).join(''))),
    );
  }, 180_000);

  it('a recipe is checked before it is available, and downloads as it was uploaded', async () => {
    const zip = storedZip({ 'main.py': 'print("hello")', 'data/größe.txt': 'x' });
    const session = await upload(zip, { key: project.apiKey });
    const key = uniqueKey('recipe');
    const created = await post('/recipes', { key, upload_session_id: session });
    expect([created.status, created.body]).toEqual([201, expect.objectContaining({ entries: 2, unpacked_size: 15 })]);
    const file = await get(own(`/recipes/${key}/download`));
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename=${key}.zip`);
    expect(Buffer.from(await file.arrayBuffer()).equals(zip)).toBe(true);
  });

  it.each([
    ['leads out of its folder', storedZip({ 'main.py': '', '../x': '' }), 'main.py', 'recipe_invalid'],
    ['is none', Buffer.from('<html>'), 'main.py', 'recipe_invalid'],
    ['begins elsewhere', storedZip({ 'run.py': '' }), 'main.py', 'entry_point_missing'],
  ])('a zip that %s is rejected as a recipe', async (_, zip, entry_point, code) => {
    const session = await upload(zip, { key: project.apiKey });
    const refused = await post('/recipes', { key: uniqueKey('recipe'), upload_session_id: session, entry_point });
    expect([refused.status, refused.body.error?.code]).toEqual([400, code]);
  });

  it('a recipe for all projects is available in each', async () => {
    const zip = storedZip({ 'main.py': '' });
    const session = await upload(zip, { key: project.apiKey });
    const key = uniqueKey('shared');
    const body = { key, upload_session_id: session };
    expect((await call('POST', '/api/v1/recipes', { key: project.apiKey, body })).status).toBe(403);
    expect((await call('POST', '/api/v1/recipes', { body })).status).toBe(201);
    expect((await bytesOf(own(`/recipes/${key}/download`))).equals(zip)).toBe(true);
    expect((await call('DELETE', `/api/v1/recipes/${key}`)).status).toBe(204);
    expect((await get(own(`/recipes/${key}/download`))).status).toBe(404);
  });

  it('an artifact keeps its name and type, and belongs only to its project', async () => {
    const bytes = randomBytes(12_345_678);
    const session = await upload(bytes, { key: project.apiKey, partBytes: 1_000_000, contentType: 'model/gguf' });
    const created = await post('/artifacts', { name: 'Größe 7.gguf', upload_session_id: session });
    const { url, sha256 } = created.body as unknown as { url: string; sha256: string };
    expect([created.status, sha256]).toEqual([201, hashOf(bytes)]);
    const file = await get(url);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'model/gguf',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="Gr??e 7.gguf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%207.gguf`,
    });
    expect(hashOf(Buffer.from(await file.arrayBuffer()))).toBe(hashOf(bytes));
    const stranger = await makeProject(['data']);
    const foreignRead = await call('GET', url, { key: stranger.apiKey });
    expect([foreignRead.status, foreignRead.body.error?.code]).toEqual([404, 'artifact_not_found']);
  });

  it('an HTML page with an image type is rejected', async () => {
    const body = new TextEncoder().encode('<html><script>alert(1)</script></html>');
    const headers = { 'content-type': 'image/png' };
    const refused = await call('POST', own('/images'), { key: project.apiKey, body, headers });
    expect([refused.status, refused.body.error?.code]).toEqual([400, 'image_invalid']);
  });

  it('a session that an installation key began without a project becomes a file of any project, by that key alone', async () => {
    const adminKey = stack().adminKey;
    const body = { name: 'weights.bin', upload_session_id: await upload(Buffer.from('abc'), { key: adminKey }) };
    const denied = await post('/artifacts', body);
    expect([denied.status, denied.body.error?.code]).toEqual([404, 'session_not_found']);
    const created = await call('POST', own('/artifacts'), { key: adminKey, body });
    expect([created.status, created.body]).toEqual([201, expect.objectContaining({ size: 3 })]);
  });

  it('a session can be used once', async () => {
    const session = await upload(Buffer.from(lineOf('a')), { key: project.apiKey });
    const artifact = { name: 'a.jsonl', upload_session_id: session };
    expect((await post('/artifacts', artifact)).status).toBe(201);
    const again = await post('/artifacts', artifact);
    expect([again.status, again.body.error?.code]).toEqual([409, 'session_closed']);
  });
});
