import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallContext } from '@earshot/contracts-core';
import { beginSpan, isTracing, type SpanDescriptor } from './call-span.js';

const scope = new AsyncLocalStorage<readonly CallContext[]>();
const none: readonly CallContext[] = Object.freeze([]);

/** Does the work for these calls: what it awaits finds them by {@link activeCalls}. Without tracing it is just called. */
export function runWithCalls<T>(calls: readonly CallContext[], work: () => T): T {
  return isTracing() ? scope.run(calls, work) : work();
}

/** The calls that whoever asks works for: several where messages are handled together; none without tracing. */
export function activeCalls(): readonly CallContext[] {
  return isTracing() ? (scope.getStore() ?? none) : none;
}

/**
 * Does the work within a span for each of the calls, since each may be of another trace: all of them begin and end with it.
 *
 * @param work gets the calls that are below the spans, in their order; the same without tracing.
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
