import { z } from 'zod';

const session = {
  session_id: z.guid().describe('What parts, `status` and `abort` name it by.'),
  state: z
    .enum(['open', 'complete', 'consumed', 'aborted', 'expired'])
    .describe(
      '`complete`: all parts are there, and others are taken in their place; `consumed`: something was made of it. The last three take no parts.',
    ),
  total_parts_count: z.int().describe('How many parts it is to have.'),
  completed_parts: z.array(z.int()).describe('Numbers of the parts that are there, whole, in ascending order.'),
  size: z.int().describe('Bytes of these parts together.'),
  project_id: z.guid().describe('The project that it belongs to.'),
  content_type: z.string().nullable().describe('As it was begun with.'),
  metadata: z.record(z.string(), z.unknown()).nullable().describe('As it was begun with.'),
  created_at: z.iso.datetime().describe('When it was begun, RFC 3339 in UTC.'),
  expires_at: z.iso.datetime().describe('When it expires, unless a part comes; RFC 3339 in UTC.'),
};

/** An upload session as it is shown. */
export const uploadSessionSchema = z.object(session).meta({
  id: 'UploadSession',
  description: 'A file that is sent in parts.',
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
    part_number: z.int().describe('Which part it is.'),
    size: z.int().describe('Bytes.'),
    sha256: z.string().describe('SHA-256 of what arrived, in lower-case hex.'),
  })
  .meta({
    id: 'UploadedPart',
    description: 'A part that is there.',
    examples: [{ part_number: 3, size: 8_388_608, sha256: '0123456789abcdef'.repeat(4) }],
  });

/** A part that is there. */
export type UploadedPartResponse = z.infer<typeof uploadedPartSchema>;

/** The bytes of a part, which JSON has no examples of. */
export const partBytesSchema = z.unknown().meta({
  id: 'PartBytes',
  description: 'The bytes themselves.',
  contentMediaType: 'application/octet-stream',
});
