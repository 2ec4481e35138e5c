import type { CommandContract, EventContract, StateContract, WorkContract } from '@earshot/contracts-core';
import { Catch, type ExceptionFilter, Inject, UseFilters } from '@nestjs/common';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { type Observable, throwError } from 'rxjs';
import type { Command, CommandResult, Committed } from '../command/command-server.js';
import type { ReceivedEvent } from '../event/event-server.js';
import type { WorkContext } from '../work/work-handler.js';

type Handler<F> = (target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<F>) => void;

/**
 * Handles the work of a contract: emissions are chunks, completion is the end, an error the failure. At cancellation
 * the lane unsubscribes and aborts `context.signal`.
 */
export function WorkHandler<Q, C>(
  contract: WorkContract<Q, C>,
): Handler<(request: Q, context: WorkContext) => Observable<C>> {
  return register(MessagePattern, `work:${contract.type}`, { lane: 'work', contract: contract as WorkContract });
}

/**
 * Handles groups of at most 500 consecutive commands of one type (of an independent contract: all that have arrived).
 * Return one result for each command, in order, or {@link Committed} with them. If the handler throws, nothing of the
 * group may be committed, and the group is retried.
 */
export function CommandHandler<Q, R>(
  contract: CommandContract<Q, R>,
): <T extends CommandResult<R>[] | Committed<R>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<(commands: readonly Command<Q>[]) => Promise<T>>,
) => void {
  const extras: HandlerExtras = { lane: 'command', contract: contract as CommandContract };
  return register(MessagePattern, `command:${contract.type}`, extras);
}

/**
 * Handles events at least once, in order for each key. If the handler throws, the group is delivered again.
 *
 * @param options.group name of another consumer group within the service, for a second reader of the same events.
 */
export function EventHandler<E>(
  contract: EventContract<E>,
  options: { group?: string } = {},
): Handler<(events: readonly ReceivedEvent<E>[]) => Promise<void>> {
  const { group } = options;
  // The parameter of `key` differs between contracts; handlers do not use it.
  const extras: HandlerExtras = { lane: 'event', contract: contract as unknown as EventContract, group };
  return register(EventPattern, `event:${group ?? ''}:${contract.type}`, extras);
}

/** Injects the {@link StateReplica} of a contract; the module must list it in `replicas`. */
export function InjectReplica(contract: Pick<StateContract, 'topic' | 'type'>): ParameterDecorator & PropertyDecorator {
  return Inject(replicaToken(contract));
}

/** Injection token of a replica. */
export function replicaToken({ topic, type }: Pick<StateContract, 'topic' | 'type'>): string {
  return `earshot.replica:${topic.name}:${type}`;
}

function register(
  pattern: typeof MessagePattern,
  name: string,
  extras: HandlerExtras,
): (target: object, key: string | symbol, descriptor: PropertyDescriptor) => void {
  return (target, key, descriptor) => {
    // Without a declared context parameter Nest passes only the payload.
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
    pattern(name, laneTransport, extras)(target, key, descriptor);
    UseFilters(LaneErrorFilter)(target, key, descriptor);
  };
}

/**
 * Passes errors to the lane unchanged; Nest's own filter would replace them by one generic object. Filters declared
 * above the decorator on the same method run first.
 */
@Catch()
export class LaneErrorFilter implements ExceptionFilter {
  catch(exception: unknown): Observable<never> {
    return throwError(() => exception);
  }
}

/** Transport id that marks handlers of the lanes for Nest. */
export const laneTransport: unique symbol = Symbol('earshot.lanes');

/** Metadata of a handler. */
export type HandlerExtras =
  | { readonly lane: 'work'; readonly contract: WorkContract }
  | { readonly lane: 'command'; readonly contract: CommandContract }
  | { readonly lane: 'event'; readonly contract: EventContract; readonly group?: string };
