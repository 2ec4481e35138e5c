import type { CallContext } from '@earshot/contracts-core';

/** The headers of an event or state record. */
export function eventHeaders(type: string, { requestId, traceparent }: CallContext): Record<string, string> {
  return { type, 'x-request-id': requestId, traceparent };
}

/** The call that {@link eventHeaders} described; empty where the producer was none of ours. */
export function callFrom(headers: Readonly<Record<string, string>>): CallContext {
  return { requestId: headers['x-request-id'] ?? '', traceparent: headers['traceparent'] ?? '' };
}
