import { z } from 'zod';

/** An image that is kept (interface, section 7). */
export const imageResponseSchema = z.object({
  id: z.guid(),
  /** SHA-256 of the image in hex, and an extension. */
  filename: z.string(),
  /** Path of the image: what an `image_url` may name. */
  url: z.string(),
  content_type: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
  /** Bytes. */
  size: z.int(),
});

/** An image that is kept. */
export type ImageResponse = z.infer<typeof imageResponseSchema>;
