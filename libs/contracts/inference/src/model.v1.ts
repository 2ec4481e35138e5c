import { defineCommand, defineState, entity, id } from '@earshot/contracts-core';
import { z } from 'zod';
import { encodedProvider } from './provider.js';
import { deletion, listing, named } from './resource.js';
import { inferenceCommands, modelsStateTopic } from './topics.js';

/** Sampling parameters of requests that give none. */
const parameters = z.object({
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
  capabilities: z.array(z.enum(['chat', 'embeddings', 'images', 'tools'])),
  system_prompt: z.string().nullable(),
  parameters,
  /** Keys of fallback models in the project, in order; unknown keys are skipped. */
  fallback: z.array(z.string()),
};

const model = z.object({
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

/**
 * Creates a model; the first of a project becomes its default. Errors: `project_not_found`, `key_taken`, `id_taken`,
 * `fallback_invalid`, `address_not_allowed`, `model_not_served`.
 */
export const createModel = defineCommand({
  topic: inferenceCommands,
  type: 'create-model.v1',
  request: z.object({ ...named, ...settings, default: z.boolean() }),
  reply: model,
});

/**
 * Changes the given fields of a model. A provider with an unchanged `base_url` stays trusted. Errors:
 * `model_not_found`, `key_taken`, `default_required`, `fallback_invalid`, `model_in_campaign`, `address_not_allowed`,
 * `model_not_served`.
 */
export const updateModel = defineCommand({
  topic: inferenceCommands,
  type: 'update-model.v1',
  request: z.object({ ...named, changes: z.object({ ...settings, default: z.boolean() }).partial() }),
  reply: model,
});

/** Deletes a model; the oldest other model replaces a default. Errors: `model_not_found`, `model_in_campaign`. */
export const deleteModel = defineCommand({
  topic: inferenceCommands,
  type: 'delete-model.v1',
  ...deletion,
});

/** The models of a project, the oldest first. */
export const listModels = defineCommand({
  topic: inferenceCommands,
  type: 'list-models.v1',
  ...listing(model),
});

/** Request of {@link createModel}. */
export type CreateModel = z.infer<typeof createModel.request>;

/** Request of {@link updateModel}. */
export type UpdateModel = z.infer<typeof updateModel.request>;
