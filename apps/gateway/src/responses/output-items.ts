import type { ThinkingBlock } from '@earshot/contracts-inference';
import type { ResponseOutputItem } from '@earshot/dto-inference';
import type { Calls } from '../chat-completions/function-calls.js';
import { encodeReasoning } from './reasoning-content.js';
import type { ToolNames } from './tool-names.js';

/** Options of a request on how its output is written. */
export interface OutputOptions {
  /** Whether the reasoning is written as a summary. */
  readonly asSummary: boolean;
  /** Whether reasoning has `encrypted_content`. */
  readonly withEncrypted: boolean;
  readonly names: Pick<ToolNames, 'of'>;
}

/** The parts of an answer. */
export interface Output {
  readonly completionId: string;
  readonly status: 'completed' | 'incomplete';
  readonly reasoning?: string | undefined;
  readonly blocks?: readonly ThinkingBlock[] | undefined;
  readonly text: string;
  readonly refusal?: string | undefined;
  readonly annotations?: readonly unknown[] | undefined;
  readonly logprobs?: { token: string; logprob: number }[] | undefined;
  readonly calls?: Calls | undefined;
}

type ReasoningItem = Extract<ResponseOutputItem, { type: 'reasoning' }>;
type MessageItem = Extract<ResponseOutputItem, { type: 'message' }>;
type CallItem = Extract<ResponseOutputItem, { type: 'function_call' | 'custom_tool_call' }>;

/** Returns the items of an answer: its reasoning, its text and its calls. */
export function outputItems(output: Output, options: OutputOptions): ResponseOutputItem[] {
  const { completionId: id, status, reasoning = '', blocks = [], text, refusal, calls = [] } = output;
  const items: ResponseOutputItem[] = [];
  if (reasoning !== '' || blocks.length > 0) items.push(reasoningItem(`rs_${id}`, reasoning, blocks, options));
  if (text !== '' || refusal !== undefined || calls.length === 0) items.push(messageItem(`msg_${id}`, output));
  const callItems = calls.map(({ id: callId, function: called }, position) =>
    callItem(`${id}_${position}`, { callId, ...called }, options, status),
  );
  return [...items, ...callItems];
}

/** An item of reasoning. */
export function reasoningItem(
  id: string,
  text: string,
  blocks: readonly ThinkingBlock[],
  { asSummary, withEncrypted }: OutputOptions,
): ReasoningItem {
  return {
    id,
    type: 'reasoning',
    summary: asSummary && text !== '' ? [{ type: 'summary_text', text }] : [],
    ...(!asSummary && text !== '' && { content: [{ type: 'reasoning_text', text }] }),
    ...(withEncrypted && { encrypted_content: encodeReasoning({ text, blocks }) }),
  };
}

/** The message of an answer. */
export function messageItem(
  id: string,
  { status, text, refusal, annotations = [], logprobs }: Omit<Output, 'completionId'>,
): MessageItem {
  const written = { type: 'output_text' as const, text, annotations: [...annotations], ...(logprobs && { logprobs }) };
  const content: MessageItem['content'] = [
    ...(text !== '' || refusal === undefined ? [written] : []),
    ...(refusal === undefined ? [] : [{ type: 'refusal' as const, refusal }]),
  ];
  return { id, type: 'message', role: 'assistant', status, content };
}

/** A call of a tool of the caller. @param id of the item, without its prefix. */
export function callItem(
  id: string,
  { callId, name, arguments: text }: { callId: string; name: string; arguments: string },
  { names }: OutputOptions,
  status: 'in_progress' | 'completed' | 'incomplete',
): CallItem {
  const { type, ...named } = names.of(name);
  if (type === 'function')
    return { id: `fc_${id}`, type: 'function_call', call_id: callId, ...named, arguments: text, status };
  return { id: `ctc_${id}`, type: 'custom_tool_call', call_id: callId, ...named, input: customInput(text) };
}

/** The input of a custom tool in the arguments of its function; the arguments themselves if they lack it. */
export function customInput(text: string): string {
  try {
    const { input } = JSON.parse(text) as { input?: unknown };
    return typeof input === 'string' ? input : text;
  } catch {
    return text;
  }
}
