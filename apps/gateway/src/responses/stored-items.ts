import { type ChatMessage, reasoningFields, ThinkingBlocks } from '@earshot/contracts-inference';
import type { RecordedMessage } from '@earshot/contracts-interactions';
import type { ResponseObject, ResponseOutputItem } from '@earshot/dto-inference';
import { toFunctionCall } from '../interactions/project-interactions.service.js';
import type { StoredAnswer } from '../interactions/stored-answers.service.js';
import { outputItems } from './output-items.js';
import { endedResponse, itemStatus, responseId } from './response-object.js';

/** An item of the input in a list. */
type InputItem = { id: string; type: string } & Record<string, unknown>;

/** Options without effect on stored items. */
const asStored = {
  asSummary: false,
  withEncrypted: false,
  names: { of: (name: string) => ({ type: 'function', name }) as const },
};

/** Returns the recorded answer as a response. */
export function toResponse(answer: StoredAnswer): ResponseObject {
  const { completion_id, created_at, model, parameters, labels, user, error, finish_reason } = answer;
  const { instructions, messages } = withoutInstructions(answer.messages);
  const previous = messages.findLast(({ completion_id: id }) => id !== undefined)?.completion_id;
  const { response_format: format = { type: 'text' }, ...others } = parameters;
  const begun: ResponseObject = {
    id: responseId(completion_id),
    object: 'response',
    created_at: Math.floor(Date.parse(created_at) / 1_000),
    status: 'in_progress',
    error,
    incomplete_details: null,
    instructions,
    model: model ?? '',
    output: [],
    previous_response_id: previous === undefined ? null : responseId(previous),
    parallel_tool_calls: true,
    temperature: parameters.temperature ?? null,
    top_p: parameters.top_p ?? null,
    max_output_tokens: parameters.max_tokens ?? null,
    tool_choice: 'auto',
    tools: [],
    reasoning: { effort: textOf(others['reasoning_effort']), summary: null },
    text: { format: flatFormat(format) },
    truncation: 'disabled',
    metadata: labels,
    user: labels['user'] ?? user,
    store: true,
    usage: null,
  };
  return endedResponse(begun, outputOf(answer), finish_reason, answer.usage);
}

/** The messages of a recorded answer as items, oldest first. */
export function inputItemsOf({ completion_id, messages }: StoredAnswer): InputItem[] {
  const own = withoutInstructions(messages).messages;
  return own.flatMap((message, position) => itemsOf(message, `${completion_id}_in_${position}`));
}

function itemsOf({ role, content, tool_calls = [], tool_call_id }: RecordedMessage, id: string): InputItem[] {
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  const shown = parts.map((part) => shownPart(part, role));
  if (role === 'tool') {
    const output = typeof content === 'string' ? content : shown;
    return [{ id, type: 'function_call_output', call_id: tool_call_id, output, status: 'completed' }];
  }
  const isSilent = tool_calls.length > 0 && content === '';
  const message = { id, type: 'message', role, status: 'completed', content: shown };
  const calls = tool_calls.map(({ id: call_id, name, arguments: text }, number) => {
    return { id: `${id}_${number}`, type: 'function_call', call_id, name, arguments: text, status: 'completed' };
  });
  return isSilent ? calls : [message, ...calls];
}

function shownPart(part: Exclude<RecordedMessage['content'], string>[number], role: string): object {
  if (part.type === 'image') return { type: 'input_image', image_url: part.url, detail: part.detail ?? 'auto' };
  const { text } = part;
  return role === 'assistant' ? { type: 'output_text', text, annotations: [] } : { type: 'input_text', text };
}

/** The output of a recorded answer. */
export function outputOf(answer: StoredAnswer): ResponseOutputItem[] {
  const { completion_id: completionId, completion: text, reasoning, reasoning_blocks, refusal, tool_calls } = answer;
  const blocks = new ThinkingBlocks().add(reasoning ?? '', reasoning_blocks ?? []);
  const calls = tool_calls?.map(toFunctionCall);
  const status = itemStatus(answer.finish_reason);
  return outputItems({ completionId, status, text, reasoning, blocks, refusal, calls }, asStored);
}

/** The answer as a message of a later request. */
export function answerOf(answer: StoredAnswer): ChatMessage {
  const { completion_id, completion, refusal, reasoning = '', reasoning_blocks = [], tool_calls } = answer;
  const content = completion === '' && refusal !== undefined ? refusal : completion;
  const message = { role: 'assistant' as const, content, completion_id, ...(tool_calls && { tool_calls }) };
  return { ...message, ...reasoningFields(reasoning, reasoning_blocks) };
}

/** Instructions are the only message of the role system, and the first: input has the role developer instead. */
export function withoutInstructions(messages: readonly RecordedMessage[]) {
  const [first, ...others] = messages;
  if (first?.role !== 'system' || typeof first.content !== 'string') return { instructions: null, messages };
  return { instructions: first.content, messages: others };
}

/** A recorded message, as requests have it. */
export function toChatMessage(message: RecordedMessage): ChatMessage {
  return { ...message, role: message.role as ChatMessage['role'] };
}

function flatFormat(format: object): unknown {
  const { json_schema, ...others } = format as { json_schema?: object };
  return { ...others, ...json_schema };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
