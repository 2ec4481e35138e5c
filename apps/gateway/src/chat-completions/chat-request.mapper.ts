import type { ChatMessage, ChatRequest, ChatTools, FunctionTool } from '@earshot/contracts-inference';
import { chatFields, providerParametersOf, type ChatInput } from '@earshot/dto-inference';
import { v7 } from 'uuid';
import type { AnswerFormat } from './answer-format.js';
import { labelledUser } from '../http/end-user.js';

/** Node's longest timer, ms. */
const maxTimerMs = 2_147_483_647;

/** Values of a request that are not in its body. */
interface Resolved {
  readonly projectId: string;
  /** null: the default model of the project. */
  readonly model: string | null;
  /** ms since 1970 */
  readonly receivedAtMs: number;
  /** Of the dialect. */
  readonly format: Pick<AnswerFormat, 'dropped' | 'anthropicFields'>;
}

/** The fields of a loose object that have a name. */
type Named<Loose> = { [Name in keyof Loose as string extends Name ? never : Name]: Loose[Name] };

type OwnTool = NonNullable<ChatInput['tools']>[number];

/** A chat in whatever dialect it came: fields of Anthropic's interface are beside those of OpenAI's. */
export type ChatCall = Omit<Named<ChatInput>, 'messages' | 'tools'> & {
  messages: ChatMessage[];
  tools?: (OwnTool & Pick<FunctionTool, 'anthropic_fields'>)[] | null;
};

/** Maps a request to the contract of the inference service, with all ids of its answer. */
export function toChatRequest(
  input: ChatCall,
  messages: ChatMessage[],
  { projectId, model, receivedAtMs, format }: Resolved,
): ChatRequest {
  const { user, labels } = labelledUser(input.user, input.labels ?? input.metadata ?? {}, projectId);
  const completion_ids = Array.from({ length: input.n ?? 1 }, () => v7());
  // Field by field, absent ones as undefined: spreading this object costs three times as much on every chat.
  return {
    // The id of an answer with one choice names its completion.
    response_id: `chatcmpl-${completion_ids.length === 1 ? completion_ids[0] : v7()}`,
    completion_ids,
    session_id: input.session_id || v7(),
    new_session: input.session_id ? undefined : true,
    project_id: projectId,
    model,
    ab_campaign: input.ab_campaign || undefined,
    messages,
    system_prompt_args: input.system_prompt_args ?? undefined,
    response_format: responseFormatOf(input),
    tools: toChatTools(input),
    // An empty list is the same as none.
    stop: input.stop?.length ? input.stop : null,
    max_tokens: input.max_tokens ?? input.max_completion_tokens ?? null,
    temperature: input.temperature ?? null,
    top_p: input.top_p ?? null,
    parameters: providerParametersOf(input, chatFields),
    drop_params: input.drop_params || undefined,
    dropped_params: format.dropped?.length ? [...format.dropped] : undefined,
    anthropic_fields: format.anthropicFields,
    stream: input.stream ?? false,
    user,
    labels,
    tags: input.tags ?? [],
    store: input.store ?? true,
    received_at_ms: receivedAtMs,
    max_ttft_ms: ttftLimitOf(input),
  };
}

/** `text` is the default, and not sent. */
function responseFormatOf({ response_format }: ChatCall): ChatRequest['response_format'] {
  return response_format && response_format.type !== 'text' ? response_format : undefined;
}

/** Returns null (no limit) for 0, for more than the longest timer, and if no choice is requested. */
function ttftLimitOf({ max_ttft_ms, n }: ChatCall): number | null {
  return max_ttft_ms && max_ttft_ms <= maxTimerMs && n !== 0 ? max_ttft_ms : null;
}

/** Returns the tools that the model may call; undefined for none. */
function toChatTools(input: ChatCall): ChatTools | undefined {
  const given = [...(input.tools ?? []).entries()];
  const functions = given.flatMap(([position, tool]) => ('function' in tool ? [toFunction(tool, position)] : []));
  const switches = given.flatMap(([position, tool]) => ('function' in tool ? [] : [{ ...tool, position }]));
  const choice = toChoice(input.tool_choice);
  const demandsCall = choice !== null && choice !== 'none' && choice !== 'auto';
  if (input.use_tools !== true && functions.length === 0 && !demandsCall) return undefined;
  return {
    switches: input.use_tools === true ? switches : null,
    functions,
    choice,
    parallel: input.parallel_tool_calls ?? null,
  };
}

type CallFunction = Extract<NonNullable<ChatCall['tools']>[number], { type: 'function' }>;

function toFunction(tool: CallFunction, position: number): ChatTools['functions'][number] {
  const { provider_fields, anthropic_fields } = tool;
  const { name, description, parameters, strict } = tool.function;
  return {
    name,
    ...(description && { description }),
    ...(parameters && { parameters }),
    ...(typeof strict === 'boolean' && { strict }),
    ...(provider_fields && { provider_fields }),
    ...(anthropic_fields && { anthropic_fields }),
    position,
  };
}

function toChoice(choice: ChatInput['tool_choice']): ChatTools['choice'] {
  if (choice === null || choice === undefined) return null;
  return typeof choice === 'string' ? choice : { name: choice.function.name };
}
