import { defineCommand, defineState, entity, id, page, pageRequest } from '@earshot/contracts-core';
import { z } from 'zod';
import { encodedProvider } from './provider.js';
import { inferenceCommands, modelsStateTopic } from './topics.js';

/** What a model may be able to do. */
export const capabilities = ['chat', 'embeddings', 'images', 'tools'] as const;

/** Sampling parameters of requests that give none. */
export const parameters = z.object({
  temperature: z.number().optional(),
  top_p: z.number().optional(),
  max_tokens: z.int().optional(),
  stop: z.array(z.string()).optional(),
});

const settings = {
  key: z.string(),
  name: z.string(),
  /** Decoded by `providerOf`. */
  provider: encodedProvider,
  capabilities: z.array(z.enum(capabilities)),
  system_prompt: z.string().nullable(),
  parameters,
  /** Keys of models of the project that answer, in this order, when this one can't; those that are no more are passed over. */
  fallback: z.array(z.string()),
};

/** A model of a project. */
export const model = z.object({
  ...entity,
  project_id: id,
  ...settings,
  /** Answers for requests that name the project alone. Exactly one model of a project that has any. */
  default: z.boolean(),
});

/** A model of a project. */
export type Model = z.infer<typeof model>;

/** Every model, by id. */
export const modelsState = defineState<Model>({
  topic: modelsStateTopic,
  type: 'model.v1',
  schema: model,
  key: (value) => value.id,
});

/** Makes a model; the first of a project is its default. Refused with `project_not_found`, `key_taken`, `id_taken`, `fallback_invalid`, `address_not_allowed`. */
export const createModel = defineCommand({
  topic: inferenceCommands,
  type: 'create-model.v1',
  request: z.object({ id, project_id: id, ...settings, default: z.boolean() }),
  reply: model,
});

/**
 * Changes what is given of a model. A provider whose `base_url` stays the same stays trusted. Refused with `model_not_found`, `key_taken`,
 * `default_required`, `fallback_invalid`, `model_in_campaign`, `address_not_allowed`.
 */
export const updateModel = defineCommand({
  topic: inferenceCommands,
  type: 'update-model.v1',
  request: z.object({
    id,
    project_id: id,
    changes: z.object({ ...settings, default: z.boolean() }).partial(),
  }),
  reply: model,
});

/** Removes a model; if it was the default, the oldest other one is from now on. Refused with `model_not_found`, `model_in_campaign`. */
export const deleteModel = defineCommand({
  topic: inferenceCommands,
  type: 'delete-model.v1',
  request: z.object({ id, project_id: id }),
  reply: z.object({ id }),
});

/** The models of a project in the order in which they were made. */
export const listModels = defineCommand({
  topic: inferenceCommands,
  type: 'list-models.v1',
  request: pageRequest.extend({ project_id: id }),
  reply: page(model),
});
