import { keySchema, nameSchema, pageOf } from '@earshot/dto-common';
import { z } from 'zod';
import { example, fileFields, uploadSessionIdSchema } from './file-fields.js';

/** Body of `POST /api/v1/projects/{project}/datasets`. */
export const createDatasetSchema = z
  .strictObject({
    key: keySchema,
    name: nameSchema.optional().describe('Name for people; the key unless given.'),
    upload_session_id: uploadSessionIdSchema,
  })
  .meta({
    id: 'CreateDataset',
    description: 'A dataset to be made of an upload.',
    examples: [{ key: 'chats-of-may', upload_session_id: example.upload_session_id }],
  });

/** Body of `POST /api/v1/projects/{project}/datasets`. */
export type CreateDataset = z.output<typeof createDatasetSchema>;

/** A dataset as it is shown. */
export const datasetSchema = z
  .object({
    ...fileFields,
    key: z.string().describe('Short name in addresses, unique among the datasets of its project.'),
    project_id: z.guid().describe('The project that it belongs to.'),
    status: z
      .enum(['processing', 'ready', 'failed'])
      .describe('`processing` until it is converted; `failed` where a line is wrong: `errors` has them.'),
    rows: z.int().describe('Rows converted so far.'),
    bytes: z.int().describe('Bytes of the uploaded file read so far.'),
    percent: z.int().min(0).max(100).describe('How much of the uploaded file that is; 100 once it is ready.'),
    errors: z
      .array(
        z.object({
          line: z.int().describe('Counts from 1.'),
          message: z.string().describe('What is wrong with it.'),
        }),
      )
      .describe('The first 100 lines that are wrong; in lists the first.'),
    original_kept: z.boolean().describe('Whether it can be had as it was uploaded; if not, in recipe format alone.'),
    recipe_size: z.int().nullable().describe('Bytes in recipe format; null until it is ready.'),
  })
  .meta({
    id: 'Dataset',
    description: 'A dataset of a project.',
    examples: [
      {
        id: example.id,
        key: 'chats-of-may',
        name: 'chats-of-may',
        project_id: example.project_id,
        status: 'processing',
        size: 2_147_483_648,
        rows: 120_000,
        bytes: 104_857_600,
        percent: 4,
        errors: [],
        original_kept: true,
        recipe_size: null,
        created_at: example.created_at,
        updated_at: example.updated_at,
      },
    ],
  });

/** Answer to `GET /api/v1/projects/{project}/datasets`. */
export const datasetPageSchema = pageOf(datasetSchema);

/** A dataset as it is shown. */
export type DatasetResponse = z.output<typeof datasetSchema>;

/** The query string of a dataset's download (interface, section 4.3). */
export const datasetDownloadQuerySchema = z.object({
  format: z
    .enum(['original', 'recipe'])
    .default('original')
    .describe('As it was uploaded (or in recipe format, where that is all that is left), or in recipe format.'),
});

/** The query string of a dataset's download. */
export type DatasetDownloadQuery = z.output<typeof datasetDownloadQuerySchema>;

/** The file of a dataset. */
export const datasetBytesSchema = z.string().meta({
  id: 'DatasetFile',
  description: 'JSON Lines, each line a row.',
  examples: ['{"messages":[{"role":"user","content":"What is the capital of France?"}],"completion":"Paris."}\n'],
});
