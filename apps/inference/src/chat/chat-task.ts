import { providerOf, type ChatMessage, type ChatRequest } from '@earshot/contracts-inference';
import { AppError } from '@earshot/errors';
import type { ChatParameters, ProviderChatRequest, ProviderEvent } from '../providers/model-provider.js';
import { providerKinds } from '../providers/providers.js';
import { unsupportedParameter } from './chat.errors.js';
import type { ChatTarget } from './chat-target.js';
import { unsupportedFields } from './unsupported-fields.js';

/** A request with its model, parameters and system prompt resolved. */
export interface ChatTask {
  readonly request: ChatRequest;
  readonly target: ChatTarget;
  /** Those of the request, over those of the model; absent ones are the provider's own. */
  readonly parameters: ChatParameters;
  /** Names of parameters that the provider does not support; empty unless the caller lets them be dropped. */
  readonly dropped: readonly string[];
  /** Put before the caller's messages; null for none. */
  readonly systemPrompt: string | null;
}

/** A header lists them. */
const maxDropped = 128;

/** The system prompt of a target. @throws AppError where there can be none. */
export type PromptOf = (target: ChatTarget) => Promise<string | null>;

/** Resolves a request for its target and its fallbacks, without fallbacks whose system prompt cannot be rendered. */
export async function toTasks(
  request: ChatRequest,
  target: ChatTarget,
  fallbacks: readonly ChatTarget[],
  promptOf: PromptOf,
): Promise<ChatTask[]> {
  const tasks = [toTask(request, target, await promptOf(target))];
  for (const fallback of fallbacks) {
    try {
      tasks.push(toTask(request, fallback, await promptOf(fallback)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Rendering has used up its time.
      if (error.code === 'template_too_expensive') break;
    }
  }
  return tasks;
}

/** Resolves a request for a target. @throws AppError `unsupported_parameter` */
export function toTask(request: ChatRequest, target: ChatTarget, systemPrompt: string | null = null): ChatTask {
  const { parameters } = target.model;
  const { supported, dropped } = supportedParameters(request, target);
  return {
    request,
    target,
    systemPrompt,
    dropped,
    parameters: {
      ...supported,
      // Every kind of provider honours these. All others pass `supportedParameters`, which rejects unknown ones.
      temperature: request.temperature ?? parameters.temperature,
      top_p: request.top_p ?? parameters.top_p,
      max_tokens: request.max_tokens ?? parameters.max_tokens,
      stop: request.stop ?? parameters.stop,
      ...(request.response_format && { response_format: request.response_format }),
    },
  };
}

/** Separates the further parameters of a request by whether the provider honours them. */
function supportedParameters(request: ChatRequest, { model, name }: ChatTarget) {
  const { drop_params, dropped_params = [], anthropic_fields = {} } = request;
  const kind = providerKinds[providerOf(model).kind];
  const [honoured, takesAll] = [kind?.parameters ?? null, kind?.takesAnthropicFields === true];
  const isSupported = (parameter: string) => honoured?.has(parameter) ?? true;
  // Add a field of the request that only some kinds honour here: the other kinds then reject it.
  const given = Object.entries({ ...request.parameters });
  const rejected = [
    ...given.flatMap(([parameter]) => (isSupported(parameter) ? [] : [parameter])),
    ...(honoured === null || takesAll ? [] : unsupportedFields(request)),
    // Features that a caller enables say nothing by themselves.
    ...(takesAll ? [] : Object.keys(anthropic_fields).filter((parameter) => parameter !== 'betas')),
  ];
  // Fields of messages are listed once for all.
  const dropped = [...dropped_params, ...new Set(rejected.map((path) => path.replaceAll(/\[\d+\]/g, '[]')))];
  const [first] = rejected;
  const isTooMany = dropped.length > maxDropped;
  if (first !== undefined && (drop_params !== true || isTooMany)) throw unsupportedParameter(first, name);
  const supported = Object.fromEntries(given.filter(([parameter]) => isSupported(parameter)));
  return { supported: takesAll ? { ...supported, ...anthropic_fields } : supported, dropped };
}

/** Whether the answer is recorded. Where there is no choice nothing is completed, so nothing is to be recorded. */
export function isRecorded({ store, completion_ids }: ChatRequest): boolean {
  return store && completion_ids.length > 0;
}

/** Whether there is anything to generate; if not, the prompt is only counted. */
export function generates({ request, parameters }: ChatTask): boolean {
  return request.completion_ids.length > 0 && parameters.max_tokens !== 0;
}

/** Whether a conversation contains function calls or their results. */
export function hasCalls(messages: readonly ChatMessage[]): boolean {
  return messages.some(({ role, tool_calls }) => role === 'tool' || tool_calls !== undefined);
}

/** Converts a task for providers. @param messages those of the request, with images loaded. */
export function toProviderRequest(
  { request, parameters, systemPrompt }: ChatTask,
  messages: ChatMessage[],
  more: Pick<ProviderChatRequest, 'retryUntil' | 'onTaken' | 'tools' | 'traceparent'> = {},
): ProviderChatRequest {
  return {
    messages: systemPrompt ? [{ role: 'system', content: systemPrompt }, ...messages] : messages,
    choices: request.completion_ids.length,
    // A whole answer would have no time of its first token.
    stream: request.stream || request.max_ttft_ms !== null,
    parameters,
    user: request.user ?? undefined,
    sessionId: request.session_id,
    project: request.project_id,
    stored: request.store,
    ...(request.replay === true && { background: true }),
    ...more,
  };
}

/** The answer to a request that generates nothing. @param promptTokens null where it is unknown. */
export async function* countedPrompt(
  promptTokens: Promise<number | null>,
  choices: number,
): AsyncGenerator<ProviderEvent[], void, void> {
  const usage = { promptTokens: (await promptTokens) ?? 0, completionTokens: 0 };
  const ends = Array.from(
    { length: choices },
    (_, index) => ({ type: 'finish', index, finishReason: 'length' }) as const,
  );
  yield [{ type: 'usage', usage }, ...ends];
}
