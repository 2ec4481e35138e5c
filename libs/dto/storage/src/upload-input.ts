import { z } from 'zod';

/** The most parts that a file may be sent in (interface, section 6). */
const maxParts = 10_000;

/** Bytes of a session's metadata as JSON (interface, section 6). */
const metadataBytes = 16_384;

/** RFC 9110, section 8.3.1; a value of it becomes a header of downloads, so nothing else may pass. */
const mediaType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+[ \t]*(?:;[\t\x20-\x7e]*)?$/;

const example = { content_type: 'application/x-ndjson', metadata: { source: 'tickets' }, total_parts_count: 4 };

/** Body of `POST /api/v1/upload/init`. Fields that it does not have are ignored, as clients send those of newer revisions. */
export const initUploadSchema = z
  .object({
    content_type: z
      .union([
        // What browsers say of a file whose type they don't know.
        z.literal('').transform(() => null),
        z.string().max(255).regex(mediaType, 'expected a media type, for example application/x-ndjson'),
      ])
      .nullish()
      .describe('Media type of the file; null if unknown.'),
    metadata: z
      .record(z.string(), z.unknown())
      .refine(
        (metadata) => Buffer.byteLength(JSON.stringify(metadata)) <= metadataBytes,
        `expected an object of at most ${metadataBytes} bytes`,
      )
      .nullish()
      .describe('Any JSON object, at most 16 KiB. With an installation key, `project` names the project.'),
    total_parts_count: z.int().min(1).max(maxParts).describe('Number of parts to send.'),
  })
  .meta({ id: 'InitUpload', description: 'A new upload session.', examples: [example] });

/** Body of `POST /api/v1/upload/init`. */
export type InitUpload = z.output<typeof initUploadSchema>;

const sessionId = z.string().max(200).describe('Id of the upload session, as returned by `init`.');

/** Body of `POST /api/v1/upload/status` and `DELETE /api/v1/upload/abort`. */
export const uploadRefSchema = z.object({ session_id: sessionId }).meta({
  id: 'UploadRef',
  description: 'Reference to an upload session.',
  examples: [{ session_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e09' }],
});

/** Body of `POST /api/v1/upload/status` and `DELETE /api/v1/upload/abort`. */
export type UploadRef = z.output<typeof uploadRefSchema>;

const int32Text = 'expected a 32-bit integer';
const int32Max = 2 ** 31 - 1;

/** A number as a query string writes it; what is none stays the text that it is. */
const wholeNumber = (text: unknown) => (typeof text === 'string' && /^-?\d{1,10}$/.test(text) ? Number(text) : text);

/** Query string of `POST /api/v1/upload/part`. */
export const uploadPartQuerySchema = z.object({
  session_id: sessionId,
  part_number: z
    .preprocess(
      wholeNumber,
      z
        .int(int32Text)
        .min(-int32Max - 1, int32Text)
        .max(int32Max, int32Text),
    )
    .describe('Number of the part, from 1.'),
});

/** Query string of `POST /api/v1/upload/part`. */
export type UploadPartQuery = z.output<typeof uploadPartQuerySchema>;
