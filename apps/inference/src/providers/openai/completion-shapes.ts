import { toUSVString } from 'node:util';
import type { TokenLogProb } from '@earshot/contracts-inference';
import type { ProviderFinishReason, ProviderUsage, ServedBy, TokenDetails } from '../model-provider.js';

/** Limits of an entry of `logprobs`: OpenAI's for its alternatives; far more than any token has. */
const maxAlternatives = 20;
const maxTokenLength = 1_024;

/** Limits of the parts of a usage. */
const maxDetails = 16;
const maxNameLength = 64;

/** What is read of a message or a part of one. Servers name reasoning in two ways. */
export interface CompletionMessage {
  content?: unknown;
  tool_calls?: unknown;
  reasoning_content?: unknown;
  reasoning?: unknown;
  refusal?: unknown;
  annotations?: unknown;
}

/** What is read of a choice. */
export interface CompletionChoice {
  index?: unknown;
  delta?: CompletionMessage | null;
  message?: CompletionMessage | null;
  finish_reason?: unknown;
  logprobs?: { content?: unknown } | null;
}

interface CompletionUsage {
  prompt_tokens?: unknown;
  completion_tokens?: unknown;
  prompt_tokens_details?: unknown;
  completion_tokens_details?: unknown;
}

/** The fields that are read of an answer or a stream event. Others differ between servers and are ignored. */
export interface Completion {
  choices?: unknown;
  usage?: CompletionUsage | null;
  system_fingerprint?: unknown;
  service_tier?: unknown;
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

/**
 * The reasoning in a message: a field of its own, or the thinking of Mistral's models among the parts of the content.
 */
export function reasoningOf({ reasoning_content, reasoning, content }: CompletionMessage): string {
  for (const given of [reasoning_content, reasoning]) if (typeof given === 'string' && given !== '') return given;
  if (!Array.isArray(content)) return '';
  return (content as ({ type?: unknown; thinking?: unknown } | null)[])
    .map((part) => (part?.type === 'thinking' ? textOf(part.thinking) : ''))
    .join('');
}

/** The refusal in a message; '' for none. */
export function refusalOf({ refusal }: CompletionMessage): string {
  return typeof refusal === 'string' ? refusal : '';
}

/** The annotations of a message, such as citations of web pages. */
export function annotationsOf({ annotations }: CompletionMessage): unknown[] {
  return Array.isArray(annotations) ? (annotations as unknown[]) : [];
}

/** What the server says about itself; undefined for nothing. */
export function servedBy({ system_fingerprint, service_tier }: Completion): ServedBy | undefined {
  const isShort = (given: unknown) => typeof given === 'string' && given.length <= maxTokenLength;
  const said = {
    ...(isShort(system_fingerprint) && { system_fingerprint: system_fingerprint as string }),
    ...(isShort(service_tier) && { service_tier: service_tier as string }),
  };
  return Object.keys(said).length === 0 ? undefined : said;
}

/** Converts a finish reason. TGI's `eos_token` means `stop`; some servers send `stop` after function calls too. */
export function finishReason(reported: unknown, calls: boolean): ProviderFinishReason {
  if (calls && reported !== 'length' && reported !== 'content_filter') return 'tool_calls';
  return reported === 'length' || reported === 'content_filter' ? reported : 'stop';
}

/** The usage of an answer, null where the server gives none or no numbers. */
export function usageOf(completion: Pick<Completion, 'usage'>): ProviderUsage | null {
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens, ...details } = completion.usage ?? {};
  if (!isCount(promptTokens)) return null;
  const promptDetails = detailsOf(details.prompt_tokens_details);
  const completionDetails = detailsOf(details.completion_tokens_details);
  return {
    promptTokens,
    completionTokens: isCount(completionTokens) ? completionTokens : 0,
    ...(promptDetails && { promptDetails }),
    ...(completionDetails && { completionDetails }),
  };
}

/** The counts among the parts of a usage; undefined for none. */
function detailsOf(details: unknown): TokenDetails | undefined {
  if (typeof details !== 'object' || details === null) return undefined;
  const counts = Object.entries(details).filter(([name, count]) => name.length <= maxNameLength && isCount(count));
  return counts.length === 0 ? undefined : Object.fromEntries(counts.slice(0, maxDetails));
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Whether a value is an index of one of `count` items. */
export function isIndex(value: unknown, count: number): value is number {
  return isCount(value) && value < count;
}
