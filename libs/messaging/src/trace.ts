import type { CallContext } from '@earshot/contracts-core';
import { randomBytes } from 'node:crypto';
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
  return { requestId, traceparent: `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01` };
}

/** The same trace with a new parent id: what a span hands to those below it. */
export function childTraceparent(traceparent: string): string {
  return `${traceparent.slice(0, 36)}${randomBytes(8).toString('hex')}${traceparent.slice(52)}`;
}
