import type { ProviderEvent, ProviderFinishReason, ProviderUsage, TokenDetails } from '../model-provider.js';

const maxTierLength = 64;

/** A block of an answer, or the beginning of one in a stream. */
export interface AnswerBlock {
  type?: unknown;
  text?: unknown;
  citations?: unknown;
  thinking?: unknown;
  signature?: unknown;
  data?: unknown;
  id?: unknown;
  name?: unknown;
  input?: unknown;
}

/** What is new of a block in a stream. */
export interface BlockDelta {
  type?: unknown;
  text?: unknown;
  citation?: unknown;
  thinking?: unknown;
  signature?: unknown;
  partial_json?: unknown;
}

/** A usage; in a stream, later ones have what changed. */
export interface AnswerUsage {
  input_tokens?: unknown;
  output_tokens?: unknown;
  cache_read_input_tokens?: unknown;
  cache_creation_input_tokens?: unknown;
  output_tokens_details?: { thinking_tokens?: unknown } | null;
  service_tier?: unknown;
}

/** A whole message, or its beginning in a stream. */
export interface AnswerMessage {
  content?: unknown;
  stop_reason?: unknown;
  usage?: AnswerUsage | null;
}

/** The usage of an answer. Its prompt includes tokens from a cache, which the interface counts apart. */
export function usageOf(usage: AnswerUsage): ProviderUsage | null {
  const { input_tokens: input, output_tokens: output, output_tokens_details: details } = usage;
  if (!isCount(input)) return null;
  const [read, created] = [usage.cache_read_input_tokens, usage.cache_creation_input_tokens].map(countOf);
  const promptDetails: TokenDetails = {
    ...(read !== undefined && { cached_tokens: read }),
    ...(created !== undefined && { cache_creation_tokens: created }),
  };
  const reasoning = countOf(details?.thinking_tokens);
  return {
    promptTokens: input + (read ?? 0) + (created ?? 0),
    completionTokens: countOf(output) ?? 0,
    ...(Object.keys(promptDetails).length > 0 && { promptDetails }),
    ...(reasoning !== undefined && { completionDetails: { reasoning_tokens: reasoning } }),
  };
}

/** Converts the reason why an answer ended. */
export function finishReason(reported: unknown): ProviderFinishReason {
  switch (reported) {
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'tool_use':
      return 'tool_calls';
    case 'refusal':
      return 'content_filter';
    default:
      return 'stop';
  }
}

function countOf(value: unknown): number | undefined {
  return isCount(value) ? value : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** What the server says about itself, as an event; none for nothing. */
export function servedBy({ service_tier }: AnswerUsage): Extract<ProviderEvent, { type: 'served_by' }>[] {
  if (typeof service_tier !== 'string' || service_tier.length > maxTierLength) return [];
  return [{ type: 'served_by', servedBy: { service_tier } }];
}
