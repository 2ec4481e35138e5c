import type { CommandContract, EventContract, StateContract, WorkContract } from '@earshot/contracts-core';
import { Catch, type ExceptionFilter, Inject, UseFilters } from '@nestjs/common';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { type Observable, throwError } from 'rxjs';
import type { Command, CommandResult, Committed } from '../command/command-server.js';
import type { ReceivedEvent } from '../event/event-server.js';
import type { WorkContext } from '../work/work-handler.js';

type Handler<F> = (target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<F>) => void;

/**
 * Does the work of a contract: emissions are chunks, completion is the end, an error the failure. Unsubscribed from, and
 * `context.signal` aborted, when nobody waits any more.
 */
export function WorkHandler<Q, C>(
  contract: WorkContract<Q, C>,
): Handler<(request: Q, context: WorkContext) => Observable<C>> {
  return register(MessagePattern, `work:${contract.type}`, { lane: 'work', contract: contract as WorkContract });
}

/**
 * Handles groups of commands: commands of one type that follow each other in one partition, at most 500 (of an independent contract, all of
 * them that have come in, whatever lies between). One result for
 * each, in their order, or {@link Committed} with them; throwing says that nothing of the group was done, and it is handled again.
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
 * Handles events at least once, in order for each key; throwing gives them again.
 *
 * @param options.group name within the service, for a second, independent reading of the same events.
 */
export function EventHandler<E>(
  contract: EventContract<E>,
  options: { group?: string } = {},
): Handler<(events: readonly ReceivedEvent<E>[]) => Promise<void>> {
  const { group } = options;
  // Contracts differ in what they take a key of, which handling does not need.
  const extras: HandlerExtras = { lane: 'event', contract: contract as unknown as EventContract, group };
  return register(EventPattern, `event:${group ?? ''}:${contract.type}`, extras);
}

/** Injects the process's {@link StateReplica} of a contract; the module must name it in `replicas`. */
export function InjectReplica(contract: Pick<StateContract, 'topic' | 'type'>): ParameterDecorator & PropertyDecorator {
  return Inject(replicaToken(contract));
}

/** The token under which {@link InjectReplica} finds the replica. */
export function replicaToken({ topic, type }: Pick<StateContract, 'topic' | 'type'>): string {
  return `earshot.replica:${topic.name}:${type}`;
}

function register(
  pattern: typeof MessagePattern,
  name: string,
  extras: HandlerExtras,
): (target: object, key: string | symbol, descriptor: PropertyDescriptor) => void {
  return (target, key, descriptor) => {
    // Nest passes the payload alone unless a parameter is declared for the context.
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
    pattern(name, laneTransport, extras)(target, key, descriptor);
    UseFilters(LaneErrorFilter)(target, key, descriptor);
  };
}

/**
 * Hands an error to the lane as it is; Nest's own filter would make the same bare object of every one. Filters declared
 * above the lane's decorator on the same method come first.
 */
@Catch()
export class LaneErrorFilter implements ExceptionFilter {
  catch(exception: unknown): Observable<never> {
    return throwError(() => exception);
  }
}

/** By this Nest tells handlers of the lanes from those of other transports. */
export const laneTransport: unique symbol = Symbol('earshot.lanes');

/** What a handler's decorator tells the server. */
export type HandlerExtras =
  | { readonly lane: 'work'; readonly contract: WorkContract }
  | { readonly lane: 'command'; readonly contract: CommandContract }
  | { readonly lane: 'event'; readonly contract: EventContract; readonly group?: string };
