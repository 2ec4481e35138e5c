import { expect, it } from '@jest/globals';
import type { ChatMessage } from '@earshot/contracts-inference';
import { call } from '../../test/chat-fixtures.js';
import type { Images } from '../images/images.js';
import { LoadedPrompts } from './loaded-prompts.js';
import { hasImages, maxImagesLength, withImages } from './prompt-images.js';

class Shelf implements Pick<Images, 'load'> {
  readonly requested: string[] = [];

  async load(address: string): Promise<string> {
    this.requested.push(address);
    return `data:image/png;base64,${Buffer.from(address).toString('base64')}`;
  }
}

const context = () => ({
  call,
  projectId: 'p',
  signal: new AbortController().signal,
  loaded: new LoadedPrompts().begin(),
});
const image = (url: string) => ({ type: 'image' as const, url, detail: 'low' });
const text = { type: 'text' as const, text: 'What is it?' };

it('puts images into the conversation, stored and remote ones, each fetched once', async () => {
  const shelf = new Shelf();
  const messages: ChatMessage[] = [
    { role: 'user', content: [text, image('/images/p/a.png'), image('https://example.org/b.png')], name: 'Ann' },
    { role: 'user', content: [image('/images/p/a.png')] },
    { role: 'user', content: 'Well?' },
  ];
  const loadedFrom = (url: string) => image(`data:image/png;base64,${Buffer.from(url).toString('base64')}`);
  const [kept, elsewhere] = ['/images/p/a.png', 'https://example.org/b.png'].map(loadedFrom);
  expect(await withImages(messages, shelf, context())).toEqual([
    { role: 'user', content: [text, kept, elsewhere], name: 'Ann' },
    { role: 'user', content: [kept] },
    { role: 'user', content: 'Well?' },
  ]);
  expect(shelf.requested).toEqual(['/images/p/a.png', 'https://example.org/b.png']);
});

it('recognises a conversation without images', () => {
  expect(hasImages([{ role: 'user', content: 'Hi' }])).toBe(false);
  expect(hasImages([{ role: 'user', content: [image('https://example.org/b.png')] }])).toBe(true);
});

it('rejects images that exceed the memory of the process, also one that is named repeatedly', async () => {
  const largest = 'x'.repeat(maxImagesLength / 4);
  const messages = (times: number): ChatMessage[] => [
    { role: 'user', content: Array.from({ length: times }, () => image('/images/p/a.png')) },
  ];
  const source = { load: () => Promise.resolve(largest) };
  await expect(withImages(messages(4), source, context())).resolves.toHaveLength(1);
  await expect(withImages(messages(5), source, context())).rejects.toMatchObject({
    code: 'image_too_large',
    type: 'invalid_request_error',
    param: 'messages',
  });
});

it('loads no further image after an abort', async () => {
  const abort = new AbortController();
  const requested: string[] = [];
  const source: Pick<Images, 'load'> = {
    load: (address) => {
      requested.push(address);
      abort.abort(new Error('gone'));
      return Promise.resolve('data:image/png;base64,AAAA');
    },
  };
  const content = [image('/images/p/a.png'), image('/images/p/b.png')];
  const reading = withImages([{ role: 'user', content }], source, { ...context(), signal: abort.signal });
  await expect(reading).rejects.toThrow('gone');
  expect(requested).toEqual(['/images/p/a.png']);
});
