import { interactionsSourceSchema } from '@earshot/dto-interactions';
import { createDatasetFields } from '@earshot/dto-storage';
import { z } from 'zod';

/** Body of `POST /api/v1/projects/{project}/datasets`. */
export const createDatasetSchema = z
  .strictObject({ ...createDatasetFields, from: interactionsSourceSchema.optional() })
  .superRefine(({ upload_session_id, from }, context) => {
    const issue = (field: string, message: string, params?: object) =>
      context.addIssue({ code: 'custom', path: [field], message, params });
    if (upload_session_id === undefined && from === undefined)
      issue('upload_session_id', 'is required if from is absent', { code: 'missing_field' });
    if (upload_session_id !== undefined && from !== undefined)
      issue('from', 'contradicts upload_session_id; send only one of the two');
  })
  .meta({
    id: 'CreateDataset',
    description: 'A new dataset from an upload or from interactions.',
    examples: [
      { key: 'chats-of-may', upload_session_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e21' },
      {
        key: 'helpful-answers',
        from: { kind: 'interactions', format: 'sft', filter: { metric: 'helpful', min: 1 } },
      },
    ],
  });

/** Body of `POST /api/v1/projects/{project}/datasets`. */
export type CreateDataset = z.output<typeof createDatasetSchema>;
