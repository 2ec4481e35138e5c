import { invalidRequest } from '@earshot/errors';
import type { ProviderChatRequest, ProviderTools } from '../model-provider.js';
import { systemOf, toMessages } from './messages.js';

/** The interface requires a limit. This one is enough for long answers, and every model of 2024 or later takes it. */
const defaultMaxTokens = 8_192;

/** Parameters that have another form in the interface, or another place. */
const converted = ['betas', 'max_completion_tokens', 'output_config', 'reasoning_effort', 'thinking'];

/**
 * Names of the further parameters of a chat that the interface honours: the optional fields of `POST /v1/messages`. A
 * caller of Anthropic's dialect may send others.
 */
export const anthropicParameters: ReadonlySet<string> = new Set([
  ...converted,
  'cache_control',
  'container',
  'context_management',
  'diagnostics',
  'inference_geo',
  'mcp_servers',
  'service_tier',
  'speed',
  'top_k',
  'user_profile_id',
  'workspace_id',
]);

/** The body of `POST /v1/messages`. @throws AppError `unsupported_parameter` for JSON without a schema. */
export function requestBody(model: string, request: ProviderChatRequest): string {
  const { parameters, stream, user } = request;
  const { max_tokens: limit = defaultMaxTokens, temperature, top_p, stop, response_format: _, ...others } = parameters;
  return JSON.stringify({
    ...Object.fromEntries(Object.entries(others).filter(([name]) => !converted.includes(name))),
    ...promptOf(model, request),
    max_tokens: limit,
    temperature,
    top_p,
    stop_sequences: stop === undefined || stop.length === 0 ? undefined : stop,
    metadata: user === undefined ? undefined : { user_id: user },
    stream,
  });
}

/** The body of `POST /v1/messages/count_tokens`. */
export function countBody(model: string, request: ProviderChatRequest): string {
  return JSON.stringify(promptOf(model, request));
}

/** The header that enables features of the interface that are not yet part of its version. */
export function betaHeader({ parameters }: ProviderChatRequest): Record<string, string> {
  const betas = Array.isArray(parameters['betas']) ? (parameters['betas'] as unknown[]) : [];
  const names = betas.filter((beta) => typeof beta === 'string' && /^[\w.-]{1,128}$/.test(beta));
  return names.length === 0 ? {} : { 'anthropic-beta': names.join(',') };
}

/** What of a request the number of its tokens depends on. */
function promptOf(model: string, { messages, parameters, tools }: ProviderChatRequest) {
  return {
    model,
    ...systemOf(messages),
    messages: toMessages(messages),
    ...toTools(tools),
    ...reasoningOf(parameters),
  };
}

function toTools(tools: ProviderTools | undefined): object {
  if (tools === undefined) return {};
  const { functions, choice, parallel } = tools;
  const disable = parallel === false ? { disable_parallel_tool_use: true } : {};
  return {
    tools: functions.map(({ name, description, parameters, strict, provider_fields, anthropic_fields }) => ({
      name,
      description,
      input_schema: parameters ?? { type: 'object', properties: {} },
      strict,
      ...provider_fields,
      ...anthropic_fields,
    })),
    tool_choice: choice === undefined && parallel !== false ? undefined : toChoice(choice ?? 'auto', disable),
  };
}

function toChoice(choice: NonNullable<ProviderTools['choice']>, disable: object): object {
  if (typeof choice === 'object') return { type: 'tool', name: choice.name, ...disable };
  if (choice === 'none') return { type: 'none' };
  return { type: choice === 'required' ? 'any' : 'auto', ...disable };
}

/**
 * `reasoning_effort` is `output_config.effort` with adaptive thinking, and `none` no thinking. The format of an answer
 * is a part of `output_config` too.
 */
function reasoningOf(parameters: ProviderChatRequest['parameters']): object {
  const { reasoning_effort: effort, thinking, output_config: config, response_format: format } = parameters;
  const wanted = typeof effort === 'string' && effort !== 'none' ? effort.replace('minimal', 'low') : undefined;
  const implied = effort === 'none' ? { type: 'disabled' } : wanted && { type: 'adaptive' };
  const output = {
    ...(wanted !== undefined && { effort: wanted }),
    ...(format && { format: toFormat(format) }),
    ...(config as object | undefined),
  };
  return { thinking: thinking ?? implied, output_config: Object.keys(output).length === 0 ? undefined : output };
}

function toFormat(format: NonNullable<ProviderChatRequest['parameters']['response_format']>): object {
  if (format.type === 'json_schema' && format.json_schema.schema !== undefined)
    return { type: 'json_schema', schema: format.json_schema.schema };
  const message = "Anthropic's interface has JSON answers only with a schema. Send a 'json_schema' with a 'schema'.";
  throw invalidRequest('unsupported_parameter', message, { param: 'response_format' });
}
