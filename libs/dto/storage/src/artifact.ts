import { pageOf } from '@earshot/dto-common';
import { z } from 'zod';
import { bytesSchema, example, fileFields, printablePattern, uploadSessionIdSchema } from './file-fields.js';

/** A name as files have it: systems cut names of more than 255 bytes, so that is what the longest may have. */
const fileName = z
  .string()
  .min(1)
  .max(200)
  .regex(printablePattern(String.raw`/\\`), 'expected a name without slashes, backslashes or control characters')
  .refine((name) => name !== '.' && name !== '..', 'expected the name of a file');

/** Body of `POST /api/v1/projects/{project}/artifacts`. */
export const createArtifactSchema = z
  .strictObject({
    name: fileName.describe('File name for downloads.'),
    upload_session_id: uploadSessionIdSchema,
  })
  .meta({
    id: 'CreateArtifact',
    description: 'A new artifact from an upload.',
    examples: [{ name: 'weights.bin', upload_session_id: example.upload_session_id }],
  });

/** Body of `POST /api/v1/projects/{project}/artifacts`. */
export type CreateArtifact = z.output<typeof createArtifactSchema>;

/** An artifact as it is shown. */
export const artifactSchema = z
  .object({
    ...fileFields,
    project_id: z.guid().describe('Project of the resource.'),
    content_type: z.string().describe('Media type, as given for the upload session.'),
    sha256: z.string().describe('SHA-256 of the file, in hex.'),
    url: z.string().describe('Path of the download.'),
  })
  .meta({
    id: 'Artifact',
    description: 'A stored file of a project.',
    examples: [
      {
        id: example.id,
        name: 'weights.bin',
        project_id: example.project_id,
        content_type: 'application/octet-stream',
        size: 1_048_576,
        sha256: '0123456789abcdef'.repeat(4),
        url: `/artifacts/${example.id}/download`,
        created_at: example.created_at,
        updated_at: example.updated_at,
      },
    ],
  });

/** Answer to `GET /api/v1/projects/{project}/artifacts`. */
export const artifactPageSchema = pageOf(artifactSchema);

/** An artifact as it is shown. */
export type ArtifactResponse = z.output<typeof artifactSchema>;

/** The file of an artifact. */
export const artifactBytesSchema = bytesSchema('ArtifactFile', 'The file, of any media type.');
