import type { CallContext, CommandContract, WorkContract } from '@earshot/contracts-core';
import { beginSpan, isTracing, type CallSpan } from '@earshot/telemetry';
import { Injectable } from '@nestjs/common';
import { defer, finalize, tap, type Observable } from 'rxjs';
import type { CommandOptions } from '../command/command-client.js';
import { MessagingRuntime } from '../runtime/messaging-runtime.js';
import { sendSpan } from '../trace.js';
import type { WorkOptions } from '../work/work-options.js';

/**
 * Sends commands and work to other services. Every error is an AppError: the error of the handler, `deadline_exceeded`,
 * `service_unavailable`, `worker_lost`, `queue_full` or `record_too_large`.
 */
@Injectable()
export class LaneClient {
  constructor(private readonly runtime: MessagingRuntime) {}

  /** Resolves once replies can be received. */
  connect(): Promise<void> {
    return this.runtime.connected();
  }

  /** Sends a command and waits for its reply, 15 s by default. */
  command<Q, R>(contract: CommandContract<Q, R>, request: Q, options: CommandOptions): Promise<R> {
    const span = beginSpan(sendSpan(contract), options.call);
    const reply = this.runtime.commands.command(contract, request, { ...options, call: span?.call ?? options.call });
    span?.endWhenSettled(reply);
    return reply;
  }

  /**
   * Sends work when the observable is subscribed to. Emits chunks in arrays, as they arrived together. Unsubscribing
   * cancels the work.
   */
  work<Q, C>(contract: WorkContract<Q, C>, request: Q, options: WorkOptions): Observable<C[]> {
    const send = (call = options.call) => this.runtime.work.request(contract, request, { ...options, call });
    return isTracing() ? traced(() => beginSpan(sendSpan(contract), options.call), send) : send();
  }

  /** Fails all work in flight with `service_unavailable`, at the end of a shutdown grace period. */
  abortWork(): void {
    this.runtime.work.close();
  }
}

/** A stream within a span, which starts with the subscription, records the first chunk and ends with the stream. */
function traced<T>(begin: () => CallSpan | undefined, send: (call?: CallContext) => Observable<T>): Observable<T> {
  return defer(() => {
    const span = begin();
    if (span === undefined) return send();
    let failure: unknown;
    let started = false;
    return send(span.call).pipe(
      tap({
        next: () => {
          if (!started) span.event('first chunk');
          started = true;
        },
        error: (error: unknown) => (failure = error),
      }),
      finalize(() => span.end(failure)),
    );
  });
}
