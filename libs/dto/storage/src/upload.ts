import { z } from 'zod';

/** Maximum number of parts of a file. */
const maxParts = 10_000;

/** Maximum size of a session's metadata as JSON, bytes. */
const metadataBytes = 16_384;

/** RFC 9110, section 8.3.1; a value of it becomes a header of downloads, so nothing else may pass. */
const mediaType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+[ \t]*(?:;[\t\x20-\x7e]*)?$/;

const example = { content_type: 'application/x-ndjson', metadata: { source: 'tickets' }, total_parts_count: 4 };

/**
 * Body of `POST /api/v1/upload/init`. Fields that it does not have are ignored, as clients send those of newer
 * revisions.
 */
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

const session = {
  session_id: z.guid().describe('Id of the upload session.'),
  state: z
    .enum(['open', 'complete', 'consumed', 'aborted', 'expired'])
    .describe(
      '`complete`: all parts are stored, and can be replaced. `consumed`: a file was created from it. The last three states accept no parts.',
    ),
  total_parts_count: z.int().describe('Number of parts of the file.'),
  completed_parts: z.array(z.int()).describe('Numbers of the stored parts, in ascending order.'),
  size: z.int().describe('Total bytes of the stored parts.'),
  project_id: z.guid().nullable().describe('Project of the session. null: an installation key began it without one.'),
  content_type: z.string().nullable().describe('As given at `init`.'),
  metadata: z.record(z.string(), z.unknown()).nullable().describe('As given at `init`.'),
  created_at: z.iso.datetime().describe('Creation time, RFC 3339 in UTC.'),
  expires_at: z.iso.datetime().describe('Expiry without further parts, RFC 3339 in UTC.'),
};

/** An upload session as it is shown. */
export const uploadSessionSchema = z.object(session).meta({
  id: 'UploadSession',
  description: 'A multipart upload.',
  examples: [
    {
      session_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e09',
      state: 'open',
      total_parts_count: 4,
      completed_parts: [1, 2, 4],
      size: 25_165_824,
      project_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e01',
      content_type: 'application/x-ndjson',
      metadata: { source: 'tickets' },
      created_at: '2026-01-31T12:00:00.000Z',
      expires_at: '2026-02-07T12:10:00.000Z',
    },
  ],
});

/** An upload session as it is shown. */
export type UploadSessionResponse = z.infer<typeof uploadSessionSchema>;

/** A part that is there. */
export const uploadedPartSchema = z
  .object({
    part_number: z.int().describe('Number of the part.'),
    size: z.int().describe('Size in bytes.'),
    sha256: z.string().describe('SHA-256 of the received bytes, in lower-case hex.'),
  })
  .meta({
    id: 'UploadedPart',
    description: 'A stored part.',
    examples: [{ part_number: 3, size: 8_388_608, sha256: '0123456789abcdef'.repeat(4) }],
  });

/** A part that is there. */
export type UploadedPartResponse = z.infer<typeof uploadedPartSchema>;

/** The bytes of a part, which JSON has no examples of. */
export const partBytesSchema = z.unknown().meta({
  id: 'PartBytes',
  description: 'Bytes of the part.',
  contentMediaType: 'application/octet-stream',
});
