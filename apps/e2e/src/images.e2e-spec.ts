import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, makeProject, send } from './support/api.js';
import { ScriptedProvider } from './support/provider.js';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const anImage = (size = 1_000) => Buffer.concat([signature, randomBytes(size - signature.length)]);
const dataUrlOf = (image: Buffer) => `data:image/png;base64,${image.toString('base64')}`;
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const permissions = ['inference', 'feedback', 'data', 'read', 'manage'];

describe('images', () => {
  const provider = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;

  beforeAll(async () => {
    project = await makeProject(permissions);
    const seeing = {
      key: 'seeing',
      provider: { kind: 'openai', base_url: await provider.start(), model: 'm' },
      capabilities: ['chat', 'images'],
    };
    const created = await call('POST', `/api/v1/projects/${project.key}/models`, { key: project.apiKey, body: seeing });
    expect(created.status).toBe(201);
  });
  afterAll(() => provider.stop());

  const ask = (url: string) => {
    const content = [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: { url } },
    ];
    const body = { model: project.key, messages: [{ role: 'user', content }] };
    return call('POST', '/api/v1/chat/completions', { key: project.apiKey, body });
  };
  const post = (image: Buffer, key = project.apiKey) =>
    call('POST', `/api/v1/projects/${project.key}/images`, {
      key,
      body: new Uint8Array(image),
      headers: { 'content-type': 'image/png' },
    });
  const seen = () => JSON.stringify(provider.requests.at(-1));

  it('reach the model byte for byte and are stored under the hash of their content', async () => {
    const image = anImage(3_000_000);
    expect((await ask(dataUrlOf(image))).status).toBe(200);
    expect(seen()).toContain(dataUrlOf(image));
    const kept = await send('GET', `/images/${project.id}/${hashOf(image)}.png`, { key: project.apiKey });
    expect(Buffer.from(await kept.arrayBuffer()).equals(image)).toBe(true);
  });

  it('can be named in later chats by their address', async () => {
    const image = anImage();
    const posted = await post(image);
    const { url } = posted.body as unknown as { url: string };
    expect(posted.status).toBe(201);
    expect((await ask(url)).status).toBe(200);
    expect(seen()).toContain(dataUrlOf(image));
  });

  it('are stored once, however they are sent', async () => {
    const image = anImage();
    const [first] = [await post(image)];
    await ask(dataUrlOf(image));
    const again = await post(image);
    expect(again.body).toEqual(first?.body);
  });

  it('in imported interactions are stored under the hash of their content, which the record names', async () => {
    const image = anImage();
    const url = `/images/${project.id}/${hashOf(image)}.png`;
    const content = [{ type: 'image_url', image_url: { url: dataUrlOf(image) } }];
    const body = { project: project.key, messages: [{ role: 'user', content }], completion: 'A dot.' };
    const created = await call('POST', '/api/v1/interactions', { key: project.apiKey, body });
    expect(created.status).toBe(201);
    const path = `/api/v1/projects/${project.key}/interactions/${created.body.completion_id}`;
    const { body: record } = await call('GET', path, { key: project.apiKey });
    const recorded = [{ role: 'user', content: [{ type: 'image_url', image_url: url }] }];
    expect(record).toMatchObject({ messages: recorded });
    const kept = await send('GET', url, { key: project.apiKey });
    expect(Buffer.from(await kept.arrayBuffer()).equals(image)).toBe(true);
  });

  it('are rejected in a chat where their type is not supported, with the field', async () => {
    const param = 'messages[0].content[1].image_url.url';
    for (const url of [
      `data:image/png;base64,${Buffer.from('<svg/>').toString('base64')}`,
      'data:image/png;base64,*',
    ]) {
      const { status, body } = await ask(url);
      expect([status, body.error?.code, body.error?.param]).toEqual([400, 'invalid_field', param]);
    }
    const large = await ask(dataUrlOf(anImage(20 * 1_048_576 + 1)));
    expect([large.status, large.body.error?.param]).toEqual([400, param]);
  });

  it('that do not exist are a 404, and those of another project are inaccessible', async () => {
    const missing = await ask(`/images/${project.id}/${'0'.repeat(64)}.png`);
    expect([missing.status, missing.body.error?.code]).toEqual([404, 'image_not_found']);
    const other = await makeProject(permissions);
    const foreignUpload = await call('POST', `/api/v1/projects/${other.key}/images`, {
      key: other.apiKey,
      body: new Uint8Array(anImage()),
      headers: { 'content-type': 'image/png' },
    });
    const { url } = foreignUpload.body as unknown as { url: string };
    expect((await ask(url)).status).toBe(400);
    expect((await call('GET', url, { key: project.apiKey })).status).toBe(403);
    expect((await call('GET', url, { key: other.apiKey })).status).toBe(200);
  });

  it('are gone once their deletion is answered, and can be uploaded again', async () => {
    const image = anImage();
    const name = `${hashOf(image)}.png`;
    const path = `/api/v1/projects/${project.key}/images/${name}`;
    const get = async () => (await send('GET', `/images/${project.id}/${name}`, { key: project.apiKey })).status;
    for (let times = 0; times < 2; times += 1) {
      expect((await ask(dataUrlOf(image))).status).toBe(200);
      expect(await get()).toBe(200);
      expect((await call('DELETE', path, { key: project.apiKey })).status).toBe(204);
      expect(await get()).toBe(404);
      expect((await call('DELETE', path, { key: project.apiKey })).status).toBe(404);
    }
    const other = await makeProject(['data']);
    expect((await post(image)).status).toBe(201);
    expect((await call('DELETE', path, { key: other.apiKey })).status).toBe(403);
    expect(await get()).toBe(200);
  });

  it('support ranges, HEAD and conditional requests', async () => {
    const image = anImage();
    const { url } = (await post(image)).body as unknown as { url: string };
    const get = (headers: Record<string, string>, method = 'GET') =>
      send(method, url, { key: project.apiKey, headers });
    const part = await get({ range: 'bytes=10-19' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/1000']);
    expect(Buffer.from(await part.arrayBuffer()).equals(image.subarray(10, 20))).toBe(true);
    const head = await get({}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '1000']);
    expect((await get({ 'if-none-match': head.headers.get('etag') as string })).status).toBe(304);
    expect((await get({ range: 'bytes=1000-' })).status).toBe(416);
  });
});
