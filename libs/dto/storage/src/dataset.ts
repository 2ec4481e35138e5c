import { keySchema, nameSchema, pageOf } from '@earshot/dto-common';
import { z } from 'zod';
import { example, fileFields, uploadSessionIdSchema } from './file-fields.js';

/** What every dataset is made with; `from` is described where interactions are. */
export const createDatasetFields = {
  key: keySchema,
  name: nameSchema.optional().describe('Name for people; the key unless given.'),
  upload_session_id: uploadSessionIdSchema.optional(),
};

const source = z
  .object({
    kind: z.literal('interactions').describe('What is on record.'),
    format: z.enum(['sft', 'dpo', 'kto']).describe('What its lines are.'),
    filter: z.record(z.string(), z.unknown()).describe('As it was given, models and metrics by their ids.'),
    snapshot: z.iso
      .datetime()
      .nullable()
      .describe('What was recorded until then is in it; null until that is settled, which takes a moment.'),
  })
  .nullable()
  .describe('What it is made of; sent again as it is, it makes the same. null: it was uploaded.');

/** A dataset as it is shown. */
export const datasetSchema = z
  .object({
    ...fileFields,
    key: z.string().describe('Short name in addresses, unique among the datasets of its project.'),
    project_id: z.guid().describe('The project that it belongs to.'),
    status: z
      .enum(['processing', 'ready', 'failed'])
      .describe(
        '`processing` until it is converted or made; `failed` where a line is wrong, or nothing was chosen: `errors` has it.',
      ),
    rows: z.int().describe('Rows converted or made so far.'),
    bytes: z.int().describe('Bytes of the uploaded file read so far, or of the file made so far.'),
    percent: z
      .int()
      .min(0)
      .max(100)
      .describe('How much of the uploaded file that is, 0 while one is made of interactions; 100 once it is ready.'),
    sha256: z
      .string()
      .nullable()
      .describe('Of the file as it was uploaded or made, lower-case hex; null until it is put together.'),
    errors: z
      .array(
        z.object({
          line: z.int().describe('Counts from 1.'),
          message: z.string().describe('What is wrong with it.'),
        }),
      )
      .describe('The first 100 lines that are wrong; in lists the first.'),
    from: source,
    original_kept: z.boolean().describe('Whether it can be had as it was uploaded; if not, in recipe format alone.'),
    recipe_size: z.int().nullable().describe('Bytes in recipe format; null until it is ready.'),
    manifest_size: z
      .int()
      .nullable()
      .describe('Bytes of the list of what each line was made of; null until it is ready, and where it was uploaded.'),
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
        sha256: null,
        errors: [],
        from: null,
        original_kept: true,
        recipe_size: null,
        manifest_size: null,
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
    .enum(['original', 'recipe', 'manifest'])
    .default('original')
    .describe(
      'As it was uploaded or made (or in recipe format, where that is all that is left); in recipe format; ' +
        'of one that is made of interactions, what each line was made of.',
    ),
});

/** The query string of a dataset's download. */
export type DatasetDownloadQuery = z.output<typeof datasetDownloadQuerySchema>;

/** The file of a dataset. */
export const datasetBytesSchema = z.string().meta({
  id: 'DatasetFile',
  description: 'JSON Lines, each line a row.',
  examples: ['{"messages":[{"role":"user","content":"What is the capital of France?"}],"completion":"Paris."}\n'],
});
