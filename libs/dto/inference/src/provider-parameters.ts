import { z } from 'zod';
import { fitsIn, unsupported } from './request-fields.js';

/** More than any provider documents. */
const maxParameters = 64;

/** Longest name: those that are dropped are listed in a header. */
const maxNameLength = 64;

/** Of all parameters in JSON: a JSON Schema or a grammar among them may be long. */
const maxParametersBytes = 64 * 1024;

/** A limit of generated tokens: an integer of 32 bits. */
export const tokens = z.int().min(0).max(2_147_483_647);

const maxBiasedTokens = 1_024;
const penalty = z.number().min(-2).max(2).nullish();
const shortText = z.string().max(1_024).nullish();
const anyObject = z.record(z.string(), z.unknown()).nullish();

/**
 * Parameters that Earshot passes to providers as they are. Names and bounds: OpenAI's reference of
 * `POST /chat/completions`; `top_k`, `min_p` and `repetition_penalty` as vLLM and llama.cpp name them.
 */
export const providerParameterFields = {
  max_completion_tokens: tokens
    .nullish()
    .describe('Alias of `max_tokens`. A server gets it under this name, which some models of OpenAI require.'),
  seed: z
    .int()
    .nullish()
    .describe('Seed of the sampling. The embedded engine gives the same text for the same seed and request.'),
  frequency_penalty: penalty.describe('Lowers the probability of a token by how often the answer has it.'),
  presence_penalty: penalty.describe('Lowers the probability of tokens that the answer has.'),
  repetition_penalty: z.number().gt(0).max(10).nullish().describe('Divides the weight of tokens that the answer has.'),
  logit_bias: z
    .record(z.string().regex(/^\d{1,9}$/, 'expected ids of tokens'), z.number().min(-100).max(100))
    .refine((biases) => Object.keys(biases).length <= maxBiasedTokens, `expected at most ${maxBiasedTokens} tokens`)
    .nullish()
    .meta({ maxProperties: maxBiasedTokens, description: 'Added to the weight of tokens, by their ids.' }),
  logprobs: z.boolean().nullish().describe('True: the answer has the logarithm of the probability of each token.'),
  top_logprobs: z
    .int()
    .min(0)
    .max(20)
    .nullish()
    .describe('Number of the likeliest tokens in each entry of `logprobs`.'),
  top_k: z.int().min(-1).max(100_000).nullish().describe('Number of the likeliest tokens to draw from. 0 or -1: all.'),
  min_p: z
    .number()
    .min(0)
    .max(1)
    .nullish()
    .describe('Least probability of a token, as a share of that of the likeliest one.'),
  reasoning_effort: shortText.describe('Amount of reasoning: `none`, `minimal`, `low`, `medium`, `high` or others.'),
  verbosity: shortText.describe('Length of the answer: `low`, `medium` or `high`.'),
  prediction: anyObject.describe('Text that most of the answer is expected to equal.'),
  service_tier: shortText.describe('Class of service of the provider.'),
  web_search_options: anyObject.describe('Options of the web search of the provider.'),
  moderation: anyObject.describe('Options of the moderation of the provider.'),
  prompt_cache_key: shortText.describe('Groups requests that share their beginning.'),
  prompt_cache_options: anyObject.describe('Options of the prompt cache of the provider.'),
  prompt_cache_retention: shortText.describe('Retention of the prompt cache of the provider.'),
  safety_identifier: shortText.describe('Id of the end user for the safety checks of the provider.'),
};

/** Parameters of OpenAI whose results an answer of Earshot has no place for. */
const unsupportedFields = {
  modalities: unsupported('answers are text', ['text']),
  audio: unsupported('answers are text'),
  functions: unsupported('use `tools`', []),
  function_call: unsupported('use `tool_choice`', 'none', 'auto'),
};

/** Fields of a chat that Earshot passes to providers, or rejects: it acts on none of them. */
export type PassedField = keyof typeof providerParameterFields | keyof typeof unsupportedFields;

/** What becomes of parameters that the provider does not support. */
export const dropParams = z
  .boolean()
  .nullish()
  .describe(
    'True: parameters that the provider does not support are dropped and listed in the header `x-earshot-dropped`. ' +
      'Default: 400 `unsupported_parameter`.',
  );

/** Fields of every chat. */
export const parameterFields = {
  ...providerParameterFields,
  ...unsupportedFields,
  drop_params: dropParams,
};

/**
 * Parameters of a request for its provider: those of {@link providerParameterFields} and all unknown fields, without
 * nulls; undefined for none.
 *
 * @param fields of the schema of the request.
 */
export function providerParametersOf(input: object, fields: object): Record<string, unknown> | undefined {
  const isParameter = (name: string) => name in providerParameterFields || !(name in fields);
  const given = Object.entries(input).filter(([name, value]) => value != null && isParameter(name));
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** Returns a check that raises an issue for too many or too large parameters. @param fields of the schema. */
export function boundedParameters(fields: object) {
  return (input: object, context: z.core.$RefinementCtx): void => {
    const parameters = providerParametersOf(input, fields) ?? {};
    const names = Object.keys(parameters);
    const addIssue = (message: string) => context.addIssue({ code: 'custom', message });
    if (names.length > maxParameters)
      addIssue(`expected at most ${maxParameters} parameters for the provider, got ${names.length}`);
    else if (names.some(({ length }) => length > maxNameLength))
      addIssue(`expected names of parameters of at most ${maxNameLength} characters`);
    else if (!fitsIn(maxParametersBytes)(parameters))
      addIssue(`expected parameters for the provider of at most ${maxParametersBytes} bytes in total`);
  };
}
