import type { CallContext } from '@earshot/contracts-core';
import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

/** version-traceid-parentid-flags (https://www.w3.org/TR/trace-context/#traceparent-header). */
const traceparentForm = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * The beginning of a call, for an HTTP request or something that a process does by itself.
 *
 * @param from what the caller sent along; a `traceparent` that is none is replaced, as the W3C asks for.
 */
export function newCallContext(from: { requestId?: string; traceparent?: string } = {}): CallContext {
  const { requestId = v7(), traceparent } = from;
  if (traceparent !== undefined && traceparentForm.test(traceparent)) {
    return { requestId, traceparent: childTraceparent(traceparent) };
  }
  return { requestId, traceparent: `00-${randomHex(32)}-${randomHex(16)}-01` };
}

/** The same trace with a new parent id: what a span hands to those below it. */
export function childTraceparent(traceparent: string): string {
  return `${traceparent.slice(0, 36)}${randomHex(16)}${traceparent.slice(52)}`;
}

/** Node keeps uuids' random bits in stock: a tenth of what `randomBytes` costs. The six bits of a v4 that are fixed are not missed. */
function randomHex(digits: number): string {
  return randomUUID().replaceAll('-', '').slice(-digits);
}
