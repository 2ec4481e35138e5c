import type { KeyLimits } from '@earshot/contracts-projects';
import type { Standing } from './standing.js';

/**
 * The header fields of draft-ietf-httpapi-ratelimit-headers-06, in which one limit stands for all: the one that leaves least. All of them are
 * in the policy.
 */
export function rateLimitHeaders(limits: KeyLimits, { limit, used, resetS }: Standing): Record<string, string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(Math.max(0, limit - used)),
    'ratelimit-reset': String(resetS),
    'ratelimit-policy': policyOf(limits),
  };
}

function policyOf({ requests_per_minute: requests, tokens_per_minute: tokens, concurrent }: KeyLimits): string {
  const policies: string[] = [];
  if (requests !== undefined) policies.push(`${requests};w=60;comment="requests"`);
  if (tokens !== undefined) policies.push(`${tokens};w=60;comment="tokens"`);
  if (concurrent !== undefined) policies.push(`${concurrent};comment="concurrent"`);
  return policies.join(', ');
}
