import { z } from 'zod';

/** Maximum size of an inline image, bytes. */
const maxImageBytes = 20 * 1_048_576;

/** Maximum length of an image URL. */
const maxUrlLength = 8_192;

/** Base64 characters that determine the image type. */
const beginLength = 16;

const dataUrl = /^data:image\/[a-z0-9.+-]+;base64,/i;
const ownAddress = /^\/images\/[0-9a-f-]{36}\/[0-9a-f]{64}\.(?:png|jpg|webp|gif)$/;
/** Searched instead of matched, because a match of a long text can exceed the stack. */
const notBase64 = /[^A-Za-z0-9+/]/;

const kinds = 'png, jpeg, webp or gif';

/** Address of an image: `https:`, `data:`, or a path of this installation. */
export const imageAddressSchema = z
  .string()
  .superRefine((address, context) => {
    const fault = faultOf(address);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  })
  .describe(
    `One of three forms: an https: URL that the installation fetches (public networks only); a data: URL in base64 (${kinds}); or an address /images/{project_id}/{hash}.{ext} of this installation. At most 20 MiB.`,
  );

/** An image address, alone or with `detail`. */
export const imageUrlSchema = z.union([
  imageAddressSchema,
  z.object({
    url: imageAddressSchema,
    detail: z.string().max(64).nullish().describe('Level of detail, as the provider defines it.'),
  }),
]);

function faultOf(address: string): string | undefined {
  if (address.startsWith('data:')) return faultOfData(address);
  if (address.startsWith('/')) {
    return ownAddress.test(address) ? undefined : 'expected an address of the form /images/{project_id}/{hash}.{ext}';
  }
  if (address.length > maxUrlLength) return `expected a URL of at most ${maxUrlLength} characters`;
  if (/^https:\/\/[\x21-\x7e]+$/i.test(address) && URL.canParse(address)) return undefined;
  return 'expected an https: URL, a data: URL, or an address of the form /images/{project_id}/{hash}.{ext}';
}

/** The bytes determine the image type, because media types are often wrong. */
function faultOfData(address: string): string | undefined {
  const head = dataUrl.exec(address)?.[0];
  if (head === undefined) return `expected data:image/...;base64, and an image (${kinds})`;
  const padding = address.endsWith('==') ? 2 : address.endsWith('=') ? 1 : 0;
  const bytes = Math.floor(((address.length - head.length - padding) * 3) / 4);
  if (bytes > maxImageBytes) return `expected an image of at most ${maxImageBytes} bytes, got ${bytes}`;
  const encoded = address.slice(head.length, address.length - padding);
  if (encoded === '' || notBase64.test(encoded)) return 'expected base64 without spaces after "base64,"';
  const type = imageTypeOf(Buffer.from(encoded.slice(0, beginLength), 'base64'));
  return type === null ? `expected an image (${kinds}), got another kind of file` : undefined;
}

/** Supported image types. */
export type ImageType = 'png' | 'jpeg' | 'webp' | 'gif';

/** Bytes that {@link imageTypeOf} reads. */
const imageTypeBytes = 12;

/** Detects the type of an image by its first bytes; null for anything else. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const begin = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, imageTypeBytes)).toString('latin1');
  if (begin.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (begin.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (begin.startsWith('GIF87a') || begin.startsWith('GIF89a')) return 'gif';
  return begin.startsWith('RIFF') && begin.slice(8) === 'WEBP' ? 'webp' : null;
}
