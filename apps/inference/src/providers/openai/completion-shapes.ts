import type { ProviderFinishReason, ProviderUsage } from '../model-provider.js';

/** Text of one answer, in UTF-16 units: beyond any context window, so more is a server gone wrong. */
export const MAX_ANSWER_LENGTH = 16 * 1024 * 1024;

/** What is read of a choice. */
export interface CompletionChoice {
  index?: unknown;
  delta?: { content?: unknown; tool_calls?: unknown };
  message?: { content?: unknown; tool_calls?: unknown };
  finish_reason?: unknown;
}

/** The fields that are read of an answer or a stream event. Others differ between servers and are ignored. */
export interface Completion {
  choices?: unknown;
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null;
  error?: unknown;
}

/** The choices of an answer; empty without a list. */
export function choicesOf({ choices }: Completion): CompletionChoice[] {
  if (!Array.isArray(choices)) return [];
  return choices.filter((choice) => typeof choice === 'object' && choice !== null) as CompletionChoice[];
}

/** The text of a content: a string, or the text parts of a list without the thinking of Mistral's models; else ''. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as ({ type?: unknown; text?: unknown } | null)[])
    .map((part) => (part?.type === 'text' && typeof part.text === 'string' ? part.text : ''))
    .join('');
}

/** Converts a finish reason. TGI's `eos_token` means `stop`; some servers send `stop` after function calls too. */
export function finishReason(reported: unknown, calls: boolean): ProviderFinishReason {
  if (calls && reported !== 'length' && reported !== 'content_filter') return 'tool_calls';
  return reported === 'length' || reported === 'content_filter' ? reported : 'stop';
}

/** The usage of an answer, null where the server gives none or no numbers. */
export function usageOf(completion: Pick<Completion, 'usage'>): ProviderUsage | null {
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = completion.usage ?? {};
  if (!isCount(promptTokens)) return null;
  return { promptTokens, completionTokens: isCount(completionTokens) ? completionTokens : 0 };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Whether a value is an index of one of `count` items. */
export function isIndex(value: unknown, count: number): value is number {
  return isCount(value) && value < count;
}
