import { z } from 'zod';

const example = { id: 'support/large', object: 'model', created: 1_769_860_800, owned_by: 'support' };

/** Answer to `GET /api/v1/models/{project}/{model}`, in the shape of the OpenAI interface. */
export const listedModelSchema = z
  .object({
    id: z.string().describe('`{project}/{model}`: the `model` of requests.'),
    object: z.literal('model').describe('Always `model`.'),
    created: z.int().describe('Creation time, Unix time in seconds.'),
    owned_by: z.string().describe('Key of the project.'),
  })
  .meta({ id: 'ListedModel', description: 'A model that the key may use.', examples: [example] });

/** Answer to `GET /api/v1/models`, in the shape of the OpenAI interface. */
export const modelListSchema = z
  .object({ object: z.literal('list').describe('Always `list`.'), data: z.array(listedModelSchema) })
  .meta({
    id: 'ModelList',
    description: 'The models that the key may use.',
    examples: [{ object: 'list', data: [example] }],
  });

/** Answer to `GET /api/v1/models/{project}/{model}`. */
export type ListedModelResponse = z.output<typeof listedModelSchema>;

/** Answer to `GET /api/v1/models`. */
export type ModelListResponse = z.output<typeof modelListSchema>;
