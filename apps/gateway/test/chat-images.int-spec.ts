import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { of } from 'rxjs';
import { GatewayApp } from './gateway-app.js';
import { anImage } from './images.js';
import { chatRequests, type ChatScript } from './scripted-chat.controller.js';
import { bucket, storageCommands } from './scripted-storage.controller.js';

const gateway = new GatewayApp();
let projectId = '';
let key = '';

beforeAll(async () => {
  await bucket.start();
  await gateway.start();
  const project = await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
  projectId = ((await project.json()) as { id: string }).id;
  key = await gateway.keyOf('demo', ['data', 'inference']);
});
afterAll(async () => {
  await gateway.stop();
  await bucket.stop();
});
beforeEach(() => {
  bucket.puts = 0;
  storageCommands.clear();
  chatRequests.length = 0;
});

async function errorOf(answer: Response) {
  const { error } = (await answer.json()) as { error: object };
  return { status: answer.status, ...error };
}

describe('an image in a chat', () => {
  const answers: ChatScript = () =>
    of({
      model: 'demo/demo',
      choices: [{ index: 0, text: 'x', finish_reason: 'stop' as const }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    });

  async function chat(images: Buffer[], body: object = {}) {
    const url = (image: Buffer) => `data:image/png;base64,${image.toString('base64')}`;
    return gateway.chat(answers, {
      key,
      body,
      parts: images.map((image) => ({ type: 'image_url', image_url: url(image) })),
    });
  }

  it('is uploaded to the bucket, and sent as its address', async () => {
    const image = anImage();
    await chat([image, image]);
    const url = `/images/${projectId}/${createHash('sha256').update(image).digest('hex')}.png`;
    const content = chatRequests[0]?.request.messages[0]?.content;
    expect(content).toMatchObject([{ type: 'image', url }, { type: 'image', url }, { type: 'text' }]);
    expect((await gateway.fetch(url, { key })).status).toBe(200);
  });

  it('is uploaded once for repeats within a request and for 200 others', async () => {
    const images = Array.from({ length: 200 }, () => anImage());
    await chat([...images, ...images.slice(0, 50)]);
    expect([bucket.puts, chatRequests[0]?.request.messages[0]?.content.length]).toEqual([200, 251]);
  });

  it('is not uploaded again', async () => {
    const image = anImage();
    await chat([image]);
    storageCommands.clear();
    await chat([image]);
    expect([chatRequests.length, storageCommands.size, bucket.puts]).toEqual([2, 0, 1]);
  });

  it('is not kept when the chat is not stored', async () => {
    const image = anImage();
    await chat([image], { store: false });
    const url = `/images/${projectId}/${createHash('sha256').update(image).digest('hex')}.png`;
    expect([bucket.puts, (await gateway.fetch(url, { key })).status]).toEqual([1, 404]);
  });

  it('is a 503 while the bucket is unavailable; a text is still answered', async () => {
    bucket.away = true;
    const refused = await chat([anImage()]);
    const withoutImages = await chat([]);
    bucket.away = false;
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(await errorOf(refused)).toMatchObject({
      status: 503,
      code: 'service_unavailable',
      param: 'messages[0].content[0].image_url',
    });
    expect(withoutImages.status).toBe(200);
  });
});
