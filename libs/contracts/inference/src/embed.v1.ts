import { defineWork, id, idOrKey } from '@earshot/contracts-core';
import { z } from 'zod';
import { inferenceWork } from './topics.js';

const embedRequest = z.object({
  project_id: id,
  /** Model as the caller named it; null for the project's default, or its oldest embedding model. */
  model: idOrKey.nullable(),
  /** At least one text, none empty. */
  input: z.array(z.string().min(1)).min(1),
  /** Length of the vectors wanted; null for the model's own. */
  dimensions: z.int().min(1).nullable(),
  user: id.nullable(),
  /** Further parameters, which the provider gets as they are; absent for none, and in requests from before 0.1. */
  parameters: z.record(z.string(), z.unknown()).optional(),
  /** Drops parameters that the provider does not support. Absent: false; absent before 0.1. */
  drop_params: z.boolean().optional(),
});

const embedTokensRequest = embedRequest.extend({
  /** Lists of ids of the model's tokens, in place of texts; none empty. */
  input: z.array(z.array(z.int().min(0)).min(1)).min(1),
});

/** Lists of token ids to be turned into vectors, as {@link EmbedRequest}. */
export type EmbedTokensRequest = z.infer<typeof embedTokensRequest>;

/** Texts to be turned into vectors: checked, authorised. A caller with many sends them as several requests. */
export type EmbedRequest = z.infer<typeof embedRequest>;

const embedChunk = z.object({
  /** What holds for all of them; in the first chunk. */
  head: z
    .object({
      /** `{project}/{model}` as resolved. */
      model: z.string(),
      /** Numbers of one vector. */
      dimensions: z.int().min(1),
      /** Tokens of all texts as the provider counted them; 0 where it did not. */
      prompt_tokens: z.int().min(0),
      /** Names of parameters that the provider does not support; absent for none, and in chunks from before 0.1. */
      dropped_params: z.array(z.string()).optional(),
    })
    .optional(),
  /** The next bytes of all vectors in order: float32, little-endian, in base64. May end inside a vector. */
  bytes: z.string(),
});

/** A piece of the vectors. */
export type EmbedChunk = z.infer<typeof embedChunk>;

/**
 * Converts each text to a vector; chunks come once all vectors are ready. Errors: `project_not_found`,
 * `model_not_found`, `model_not_capable`, `unsupported_parameter`,
 * `dimensions_not_supported`, `answer_too_large`, and those of the provider.
 */
export const embed = defineWork({ topic: inferenceWork, type: 'embed.v1', request: embedRequest, chunk: embedChunk });

/** Converts lists of token ids to vectors, as {@link embed}. Error `invalid_field`: the model has no such token. */
export const embedTokens = defineWork({
  topic: inferenceWork,
  type: 'embed-tokens.v1',
  request: embedTokensRequest,
  chunk: embedChunk,
});
