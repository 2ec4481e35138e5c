import type { CallContext } from '@earshot/contracts-core';
import type { CallSpan } from '@earshot/telemetry';
import { defer, finalize, tap, type Observable } from 'rxjs';

/** What is done below a span, which ends with its answer. */
export async function traced<T>(span: CallSpan, give: (call: CallContext) => Promise<T>): Promise<T> {
  try {
    const answer = await give(span.call);
    span.end();
    return answer;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** The same of an answer in pieces: the span begins when somebody subscribes, tells of the first piece, and ends with the last one. */
export function tracedStream<T>(
  begin: () => CallSpan | undefined,
  ask: (call?: CallContext) => Observable<T>,
): Observable<T> {
  return defer(() => {
    const span = begin();
    if (span === undefined) return ask();
    let failure: unknown;
    let begun = false;
    return ask(span.call).pipe(
      tap({
        next: () => {
          if (!begun) span.event('first chunk');
          begun = true;
        },
        error: (error: unknown) => (failure = error),
      }),
      finalize(() => span.end(failure)),
    );
  });
}
