import { z } from 'zod';

/** Answer to `GET /api/v1/models/{project}/{model}`, in the shape of the OpenAI interface. */
export const listedModelSchema = z.object({
  id: z.string().describe('`{project}/{model}`: what to name as `model` in a request.'),
  object: z.literal('model'),
  created: z.int().describe('Unix time in seconds.'),
  owned_by: z.string().describe('Key of the project.'),
});

/** Answer to `GET /api/v1/models`, in the shape of the OpenAI interface. */
export const modelListSchema = z.object({ object: z.literal('list'), data: z.array(listedModelSchema) });

/** Answer to `GET /api/v1/models/{project}/{model}`. */
export type ListedModelResponse = z.output<typeof listedModelSchema>;

/** Answer to `GET /api/v1/models`. */
export type ModelListResponse = z.output<typeof modelListSchema>;
