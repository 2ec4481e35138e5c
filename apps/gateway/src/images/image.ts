import type { ImageResponse } from '@earshot/dto-storage';
import { imageTypeOf, type ImageType } from '@earshot/dto-common';
import { invalidRequest, type AppError } from '@earshot/errors';

/** Largest image (interface, section 3). */
export const imageBytes = 20 * 1_048_576;

/** An image and what it is. */
export interface DecodedImage {
  readonly bytes: Buffer;
  readonly contentType: ImageResponse['content_type'];
  readonly extension: string;
}

const extensions: Readonly<Record<ImageType, string>> = { png: 'png', jpeg: 'jpg', webp: 'webp', gif: 'gif' };

/** The image that these bytes are. @throws AppError `image_invalid`, `image_too_large` */
export function readImage(bytes: Buffer): DecodedImage {
  if (bytes.length === 0) throw invalid('it is empty');
  if (bytes.length > imageBytes)
    throw invalidRequest('image_too_large', `The image is larger than ${imageBytes} bytes.`);
  const type = imageTypeOf(bytes);
  if (type === null) throw invalid('it begins like no PNG, JPEG, WebP or GIF file');
  return { bytes, contentType: `image/${type}`, extension: extensions[type] };
}

/** The bytes of a `data:` URL in base64. */
export function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
}

function invalid(why: string): AppError {
  return invalidRequest('image_invalid', `The image can't be taken: ${why}.`);
}
