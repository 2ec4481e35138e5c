import type { CommandContract, EventContract, WorkContract } from '@earshot/contracts-core';
import { beginSpan, isTracing } from '@earshot/telemetry';
import { Injectable } from '@nestjs/common';
import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import { from, type Observable } from 'rxjs';
import type { CommandOptions } from '../command/command-client.js';
import { MessagingRuntime } from '../runtime/messaging-runtime.js';
import { sendSpan } from '../trace.js';
import type { WorkOptions } from '../work/work-options.js';
import { traced, tracedStream } from './traced.js';

/**
 * Asks other services. Every error is an AppError: the handler's refusal, `deadline_exceeded`, `service_unavailable`,
 * `worker_lost`, `queue_full`, `record_too_large`.
 */
@Injectable()
export class LaneClient extends ClientProxy {
  readonly #runtime: MessagingRuntime;

  constructor(runtime: MessagingRuntime) {
    super();
    this.#runtime = runtime;
  }

  /** Gives a command and waits for its answer, 15 s unless told otherwise. */
  command<Q, R>(contract: CommandContract<Q, R>, request: Q, options: CommandOptions): Promise<R> {
    const span = beginSpan(sendSpan(contract), options.call);
    const give = (call = options.call) => this.#runtime.commands.command(contract, request, { ...options, call });
    return span === undefined ? give() : traced(span, give);
  }

  /**
   * Asks for work, once subscribed to. Emits chunks in arrays, as they came together; unsubscribing before the end
   * cancels the work.
   */
  work<Q, C>(contract: WorkContract<Q, C>, request: Q, options: WorkOptions): Observable<C[]> {
    const ask = (call = options.call) => this.#runtime.work.request(contract, request, { ...options, call });
    return isTracing() ? tracedStream(() => beginSpan(sendSpan(contract), options.call), ask) : ask();
  }

  /** Fails with `service_unavailable` all work that is under way, for a process whose time is over. */
  abortWork(): void {
    this.#runtime.work.close();
  }

  /** Resolves once answers can be received. */
  override connect(): Promise<void> {
    return this.#runtime.connected();
  }

  /** The connection belongs to the module and ends with it. */
  override close(): void {
    return undefined;
  }

  override unwrap<T>(): T {
    return this.#runtime as T;
  }

  /** For Nest's `send(contract, { request, options })`. */
  protected override publish(packet: ReadPacket, callback: (packet: WritePacket) => void): () => void {
    const answer = this.#ask(packet.pattern as unknown as CommandContract | WorkContract, packet.data as Asked);
    const subscription = answer.subscribe({
      next: (response) => callback({ response }),
      error: (err: unknown) => callback({ err }),
      complete: () => callback({ isDisposed: true }),
    });
    return () => subscription.unsubscribe();
  }

  /** For Nest's `emit(contract, { event, options })`. */
  protected override async dispatchEvent<T>(packet: ReadPacket): Promise<T> {
    const { event, options } = packet.data as { event: unknown; options: Pick<CommandOptions, 'call'> };
    await this.#runtime.events.publish(packet.pattern as unknown as EventContract, event, options);
    return undefined as T;
  }

  #ask(contract: CommandContract | WorkContract, { request, options }: Asked): Observable<unknown> {
    if (contract.lane === 'work') return this.work(contract, request, options as WorkOptions);
    return from(this.command(contract, request, options));
  }
}

interface Asked {
  readonly request: unknown;
  readonly options: CommandOptions | WorkOptions;
}
