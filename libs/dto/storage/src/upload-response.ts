import { z } from 'zod';

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
  project_id: z.guid().describe('Project of the resource.'),
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
