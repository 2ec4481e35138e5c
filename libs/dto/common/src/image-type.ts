/** The kinds of pictures that are taken. */
export type ImageType = 'png' | 'jpeg' | 'webp' | 'gif';

/** Enough of a picture's beginning for {@link imageTypeOf}, in bytes. */
export const imageTypeBytes = 12;

/** What kind of picture it is, by its first bytes; null for anything else. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const begin = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, imageTypeBytes)).toString('latin1');
  if (begin.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (begin.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (begin.startsWith('GIF87a') || begin.startsWith('GIF89a')) return 'gif';
  return begin.startsWith('RIFF') && begin.slice(8) === 'WEBP' ? 'webp' : null;
}
