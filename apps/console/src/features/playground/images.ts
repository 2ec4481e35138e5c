import { formatBytes } from '../../ui/format.js';
import type { AttachedImage } from './conversation.js';

/** Types of images that the interface accepts. */
export const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Size limit of one image, as the interface has it. */
const maxImageBytes = 20 * 2 ** 20;

/** What {@link readImages} could read, and what is wrong with the first file that it could not. */
export interface ReadImages {
  readonly images: readonly AttachedImage[];
  readonly error: string | null;
}

/** Returns why a file cannot be sent as an image; null if it can. */
export function imageError({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (!imageTypes.includes(type)) return `${name} must be a PNG, JPEG, WebP or GIF image.`;
  if (size > maxImageBytes)
    return `${name} has ${formatBytes(size)}; at most ${formatBytes(maxImageBytes)} can be sent.`;
  return null;
}

/** Reads files as data URLs. */
export async function readImages(files: readonly File[]): Promise<ReadImages> {
  const errors = files.flatMap((file) => imageError(file) ?? []);
  const good = files.filter((file) => imageError(file) === null);
  const images = await Promise.all(good.map(async (file) => ({ name: file.name, url: await dataUrl(file) })));
  return { images, error: errors[0] ?? null };
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error(`${file.name} cannot be read.`));
    reader.readAsDataURL(file);
  });
}
