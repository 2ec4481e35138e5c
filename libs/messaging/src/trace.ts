import type { CallContext } from '@earshot/contracts-core';
import { isTracing, parseTraceparent } from '@earshot/telemetry';
import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

/**
 * The beginning of a call, for an HTTP request or something that a process does by itself.
 *
 * @param from what the caller sent along; a `traceparent` that is none is replaced, as the W3C asks for.
 */
export function newCallContext(from: { requestId?: string; traceparent?: string } = {}): CallContext {
  const { requestId = v7(), traceparent } = from;
  if (traceparent !== undefined && parseTraceparent(traceparent) !== undefined) {
    return { requestId, traceparent: childTraceparent(traceparent) };
  }
  // Where spans are exported, a trace begins with one. What a process does by itself has none, so what comes of it is not sampled.
  return { requestId, traceparent: `00-${randomHex(32)}-${randomHex(16)}-${isTracing() ? '00' : '01'}` };
}

/** The same trace with a new parent id: what a span hands to those below it. */
export function childTraceparent(traceparent: string): string {
  return `${traceparent.slice(0, 36)}${randomHex(16)}${traceparent.slice(52)}`;
}

/** Node keeps uuids' random bits in stock: a tenth of what `randomBytes` costs. The six bits of a v4 that are fixed are not missed. */
function randomHex(digits: number): string {
  return randomUUID().replaceAll('-', '').slice(-digits);
}
