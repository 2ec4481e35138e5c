import { keySchema, nameSchema, pageOf } from '@earshot/dto-common';
import { z } from 'zod';
import { example, fileFields, uploadSessionIdSchema } from './file-fields.js';

/** What every dataset is made with; `from` is described where interactions are. */
export const createDatasetFields = {
  key: keySchema,
  name: nameSchema.optional().describe('Display name. Default: the key.'),
  upload_session_id: uploadSessionIdSchema.optional(),
};

const source = z
  .object({
    kind: z.literal('interactions').describe('Recorded interactions.'),
    format: z.enum(['sft', 'dpo', 'kto']).describe('Format of the lines.'),
    filter: z.record(z.string(), z.unknown()).describe('Filter as sent, with ids of models and metrics.'),
    snapshot: z.iso
      .datetime()
      .nullable()
      .describe('Interactions recorded until this time are included. null for a moment, until the time is fixed.'),
  })
  .nullable()
  .describe('Selection of interactions; send it again to create the same dataset. null: uploaded.');

/** A dataset as it is shown. */
export const datasetSchema = z
  .object({
    ...fileFields,
    key: z.string().describe('Short name for URLs, unique among the datasets of its project.'),
    project_id: z.guid().describe('Project of the resource.'),
    status: z
      .enum(['processing', 'ready', 'failed', 'cancelled'])
      .describe(
        '`processing` until it is converted or created. `failed` if a line is invalid or no interaction matches; see ' +
          '`errors`. `cancelled` by a request; its files are deleted.',
      ),
    rows: z.int().describe('Rows converted or created so far.'),
    rows_expected: z
      .int()
      .nullable()
      .describe(
        'Rows of a dataset of interactions, at most and about: what its filter selected when it began. Answers without ' +
          'text and ties make no row. null until it begins, if they take more than 5 s to count, and for uploads.',
      ),
    bytes: z.int().describe('Bytes read of the uploaded file, or written of the created file, so far.'),
    percent: z
      .int()
      .min(0)
      .max(100)
      .describe(
        'Percentage read of the uploaded file, or `rows` of `rows_expected`; 0 while that is null. 100 when ready.',
      ),
    sha256: z
      .string()
      .nullable()
      .describe('SHA-256 of the uploaded or created file, lower-case hex; null until it is assembled.'),
    errors: z
      .array(
        z.object({
          line: z.int().describe('Line number, from 1.'),
          message: z.string().describe('Error in the line.'),
        }),
      )
      .describe('The first 100 invalid lines; in lists, only the first.'),
    from: source,
    original_kept: z
      .boolean()
      .describe('True if the uploaded file can be downloaded. False: only the recipe format can.'),
    recipe_size: z.int().nullable().describe('Bytes in recipe format; null until ready.'),
    manifest_size: z
      .int()
      .nullable()
      .describe('Bytes of the manifest, which lists the source of each line. null until ready, and for uploads.'),
    cancelled_at: z.iso.datetime().nullable().describe('When it was cancelled; null if it was not.'),
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
        rows_expected: null,
        bytes: 104_857_600,
        percent: 4,
        sha256: null,
        errors: [],
        from: null,
        original_kept: true,
        recipe_size: null,
        manifest_size: null,
        cancelled_at: null,
        created_at: example.created_at,
        updated_at: example.updated_at,
      },
    ],
  });

/** Answer to `GET /api/v1/projects/{project}/datasets`. */
export const datasetPageSchema = pageOf(datasetSchema);

/** A dataset as it is shown. */
export type DatasetResponse = z.output<typeof datasetSchema>;

/** The query string of a dataset's download. */
export const datasetDownloadQuerySchema = z.object({
  format: z
    .enum(['original', 'recipe', 'manifest'])
    .default('original')
    .describe(
      '`original`: the uploaded or created file, or the recipe format if only that is left. `recipe`: the recipe format. ' +
        '`manifest`: the source of each line of a dataset of interactions.',
    ),
});

/** The query string of a dataset's download. */
export type DatasetDownloadQuery = z.output<typeof datasetDownloadQuerySchema>;

/** The file of a dataset. */
export const datasetBytesSchema = z.string().meta({
  id: 'DatasetFile',
  description: 'JSON Lines. Each line is a row.',
  examples: ['{"messages":[{"role":"user","content":"What is the capital of France?"}],"completion":"Paris."}\n'],
});
