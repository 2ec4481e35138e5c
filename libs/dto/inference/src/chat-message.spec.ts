import { describe, expect, it } from '@jest/globals';
import { parseBody } from '@earshot/dto-common';
import { AppError } from '@earshot/errors';
import { chatInputSchema } from './chat-input.js';

/** One picture of each kind, as far as its kind is told by. */
const imageParts = {
  png: Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1'),
  jpeg: Buffer.from('\xff\xd8\xff\xe0rest', 'latin1'),
  gif: Buffer.from('GIF89a rest', 'latin1'),
  webp: Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1'),
};
const project = '0198c5a4-7d10-7000-8000-000000000001';
const kept = `/images/${project}/${'0a'.repeat(32)}.png`;

function messageOf(fields: object) {
  const body = { model: 'demo', messages: [{ role: 'user', content: 'Hi', ...fields }] };
  return parseBody(chatInputSchema, body).messages[0];
}

function refusalOf(content: unknown): AppError {
  try {
    messageOf({ content });
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

const image = (image_url: unknown) => [
  { type: 'text', text: 'What is it?' },
  { type: 'image_url', image_url },
];

const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;

describe('a message', () => {
  it('joins its text parts', () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b\n' },
    ];
    expect(messageOf({ content })).toEqual({ role: 'user', content: 'ab\n' });
  });

  it('keeps its name, completion and metadata of any JSON type', () => {
    const completion_id = '0198C5A4-7D10-7000-8000-000000000009';
    for (const metadata of [{ a: [1, null] }, 0, false, null, 'x']) {
      expect(messageOf({ name: 'Ann', completion_id, metadata })).toEqual({
        role: 'user',
        content: 'Hi',
        name: 'Ann',
        completion_id: completion_id.toLowerCase(),
        metadata,
      });
    }
  });

  it('has no name when that is empty or null', () => {
    for (const name of ['', null]) {
      expect(messageOf({ name, completion_id: null })).toEqual({ role: 'user', content: 'Hi' });
    }
  });
});

describe('an image in a message', () => {
  it.each([
    'https://example.org/a.png?size=2',
    'HTTPS://example.org/',
    kept,
    ...Object.values(imageParts).map((bytes) => dataUrl(bytes)),
  ])('may be at %s', (url) => {
    const text = { type: 'text', text: 'What is it?' };
    expect(messageOf({ content: image(url) })?.content).toEqual([text, { type: 'image', url }]);
    expect(messageOf({ content: image({ url, detail: 'low' }) })?.content).toEqual([
      text,
      { type: 'image', url, detail: 'low' },
    ]);
  });

  it('has the type of its bytes, not of its declared media type', () => {
    expect(() => messageOf({ content: image(dataUrl(imageParts.jpeg, 'image/png')) })).not.toThrow();
  });

  it.each<[string, string]>([
    ['http://example.org/a.png', 'https'],
    ['ftp://example.org/a.png', 'https'],
    ['https://', 'https'],
    ['https://exa mple.org/', 'https'],
    ['', 'https'],
    [`https://example.org/${'a'.repeat(8_192)}`, 'at most 8192'],
    ['/images/x/y.png', '/images/{project_id}/{hash}.{ext}'],
    [`${kept}/../../x`, '/images/{project_id}/{hash}.{ext}'],
    ['data:text/plain;base64,aGVsbG8=', 'data:image/'],
    ['data:image/png,abc', 'base64'],
    [dataUrl(Buffer.from('%PDF-1.7')), 'another kind of file'],
    ['data:image/png;base64,', 'base64'],
    ['data:image/png;base64,iVBOR w0KGgo=', 'base64 without spaces'],
    [dataUrl(Buffer.concat([imageParts.png, Buffer.alloc(20 * 1_048_576)])), 'at most 20971520 bytes'],
  ])('may not be at %.60s', (url, reason) => {
    for (const [given, param] of [
      [url, 'messages[0].content[1].image_url'],
      [{ url }, 'messages[0].content[1].image_url.url'],
    ]) {
      const refusal = refusalOf(image(given));
      expect(refusal).toMatchObject({ code: 'invalid_field', param });
      expect(refusal.message).toContain(reason);
      expect(refusal.message.length).toBeLessThan(300);
    }
  });

  it.each([undefined, null, 5, [], {}])('may not be %j', (image_url) => {
    expect(refusalOf(image(image_url)).param).toMatch(/^messages\[0\]\.content\[1\]\.image_url/);
  });

  it('may have exactly 20 MiB', () => {
    const rest = Buffer.alloc(20 * 1_048_576 - imageParts.png.length);
    expect(() => messageOf({ content: image(dataUrl(Buffer.concat([imageParts.png, rest]))) })).not.toThrow();
  });
});
