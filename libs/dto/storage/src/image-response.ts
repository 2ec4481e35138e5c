import { z } from 'zod';

/** The file of an image: bytes, which JSON has no examples of. */
export const imageFileSchema = z.unknown().meta({
  id: 'ImageFile',
  description: 'PNG, JPEG, WebP or GIF.',
  contentMediaType: 'application/octet-stream',
});

const hash = '0123456789abcdef'.repeat(4);

/** A stored image. */
export const imageResponseSchema = z
  .object({
    id: z.guid().describe('Id, created by the installation.'),
    filename: z.string().describe('SHA-256 of the image in hex, and an extension.'),
    url: z.string().describe('Path of the image, for `image_url`.'),
    content_type: z
      .enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])
      .describe('Media type, detected from the first bytes.'),
    size: z.int().describe('Size in bytes.'),
  })
  .meta({
    id: 'Image',
    description: 'A stored image.',
    examples: [
      {
        id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e07',
        filename: `${hash}.png`,
        url: `/images/01988a3e-5f0a-7c11-9a53-0d6c1f2b7e01/${hash}.png`,
        content_type: 'image/png',
        size: 48_213,
      },
    ],
  });

/** An image that is kept. */
export type ImageResponse = z.infer<typeof imageResponseSchema>;
