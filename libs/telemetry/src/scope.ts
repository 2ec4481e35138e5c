import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallContext } from '@earshot/contracts-core';
import { beginSpan, isTracing, type SpanDescriptor } from './call-span.js';

const scope = new AsyncLocalStorage<readonly CallContext[]>();
const none: readonly CallContext[] = Object.freeze([]);

/** Runs work with these calls active; see {@link activeCalls}. Without tracing it just calls it. */
export function runWithCalls<T>(calls: readonly CallContext[], work: () => T): T {
  return isTracing() ? scope.run(calls, work) : work();
}

/** The active calls: several if messages are handled together, none without tracing. */
export function activeCalls(): readonly CallContext[] {
  return isTracing() ? (scope.getStore() ?? none) : none;
}

/**
 * Runs work within one span for each call, since each may belong to another trace.
 *
 * @param work receives the child calls in order; without tracing the same calls.
 */
export async function withSpans<T>(
  subject: SpanDescriptor,
  calls: readonly CallContext[],
  work: (calls: readonly CallContext[]) => Promise<T>,
): Promise<T> {
  if (!isTracing() || calls.length === 0) return work(calls);
  const spans = calls.flatMap((call) => beginSpan(subject, call) ?? []);
  const below = spans.map(({ call }) => call);
  try {
    const result = await scope.run(below, () => work(below));
    for (const span of spans) span.end();
    return result;
  } catch (error) {
    for (const span of spans) span.end(error);
    throw error;
  }
}
