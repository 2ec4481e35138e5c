import { randomBytes } from 'node:crypto';

const signatures = {
  png: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  jpg: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  gif: Buffer.from('GIF89a'),
  webp: Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'),
};

/** Something that begins like an image of its kind, and is like no other. */
export function anImage(kind: keyof typeof signatures = 'png', size = 1_000): Buffer {
  return Buffer.concat([signatures[kind], randomBytes(size - signatures[kind].length)]);
}
