import { Counter, Histogram } from 'prom-client';
import type { ChatOutcome } from './interaction.mapper.js';

/** Chats by kind of provider and finish reason. Projects and models are no labels: their number is unbounded. */
const requests = new Counter({
  name: 'earshot_chat_requests_total',
  help: 'Chats that reached a provider, by provider kind and finish reason.',
  labelNames: ['provider', 'finish_reason'],
});

const firstToken = new Histogram({
  name: 'earshot_chat_first_token_seconds',
  help: 'Time from the start of the generation to the first token.',
  labelNames: ['provider'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

const tokens = new Counter({
  name: 'earshot_chat_tokens_total',
  help: 'Tokens of prompts and completions, as counted by the providers.',
  labelNames: ['provider', 'kind'],
});

const fallbacks = new Counter({
  name: 'earshot_provider_fallbacks_total',
  help: 'Chats retried with a fallback model, by error code.',
  labelNames: ['code'],
});

/** Counts a chat that goes on to another model. @param code of ours, so there are few. */
export function countFallback(code: string): void {
  fallbacks.inc({ code });
}

/** Counts a chat that ended. @param provider its kind. */
export function countChat(provider: string, { finishReason, usage, timings }: ChatOutcome): void {
  requests.inc({ provider, finish_reason: finishReason });
  if (timings.first_token_ms !== null) firstToken.observe({ provider }, timings.first_token_ms / 1000);
  tokens.inc({ provider, kind: 'prompt' }, usage.prompt_tokens);
  tokens.inc({ provider, kind: 'completion' }, usage.completion_tokens);
}
