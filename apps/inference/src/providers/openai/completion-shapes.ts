import { toUSVString } from 'node:util';
import type { TokenLogProb } from '@earshot/contracts-inference';
import type { ProviderFinishReason, ProviderUsage } from '../model-provider.js';

/** Text of one answer, in UTF-16 units: beyond any context window, so more is a server gone wrong. */
export const MAX_ANSWER_LENGTH = 16 * 1024 * 1024;

/** Limits of an entry of `logprobs`: OpenAI's for its alternatives; far more than any token has. */
const maxAlternatives = 20;
const maxTokenLength = 1_024;

/** What is read of a choice. */
export interface CompletionChoice {
  index?: unknown;
  delta?: { content?: unknown; tool_calls?: unknown };
  message?: { content?: unknown; tool_calls?: unknown };
  finish_reason?: unknown;
  logprobs?: { content?: unknown } | null;
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

/** The log probabilities of a choice; undefined for none. Entries without a token and a number are left out. */
export function logprobsOf({ logprobs }: CompletionChoice): TokenLogProb[] | undefined {
  const content = logprobs?.content;
  if (!Array.isArray(content)) return undefined;
  const entries = (content as unknown[]).flatMap((entry) => {
    const own = logProbOf(entry);
    if (own === undefined) return [];
    const { top_logprobs: likeliest } = entry as { top_logprobs?: unknown };
    if (!Array.isArray(likeliest)) return [own];
    return [{ ...own, top_logprobs: likeliest.slice(0, maxAlternatives).flatMap((one) => logProbOf(one) ?? []) }];
  });
  return entries.length === 0 ? undefined : entries;
}

function logProbOf(entry: unknown): Omit<TokenLogProb, 'top_logprobs'> | undefined {
  const { token, logprob, bytes } = (entry ?? {}) as Partial<Record<keyof TokenLogProb, unknown>>;
  if (typeof token !== 'string' || token.length > maxTokenLength || typeof logprob !== 'number') return undefined;
  const areBytes = Array.isArray(bytes) && bytes.length <= 4 * maxTokenLength && bytes.every(Number.isSafeInteger);
  return { token: toUSVString(token), logprob, bytes: areBytes ? (bytes as number[]) : null };
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
