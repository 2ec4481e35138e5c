import { Injectable } from '@nestjs/common';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { from, isObservable, lastValueFrom, of, type Observable } from 'rxjs';
import type { CommandFunction } from '../command/command-server.js';
import type { WorkFunction } from '../work/work-handler.js';
import { MessagingRuntime } from '../runtime/messaging-runtime.js';
import type { Registrations } from '../runtime/lane-servers.js';
import { laneTransport, type HandlerExtras } from './decorators.js';

/** Nest transport strategy of the lanes: `connectMicroservice({ strategy: app.get(LaneServer) })`. */
@Injectable()
export class LaneServer extends Server implements CustomTransportStrategy {
  override readonly transportId = laneTransport;
  // The outcome of a handler decides about the offset.
  override readonly propagatesEventHandlerErrors = true;

  constructor(private readonly runtime: MessagingRuntime) {
    super();
  }

  /** Creates missing topics and starts to read; calls back once partitions are assigned. */
  listen(callback: (error?: unknown) => void): void {
    this.runtime.serve(this.#registrations()).then(() => callback(), callback);
  }

  /** Stops reading, finishes running work within the grace period and leaves the groups. */
  async close(): Promise<void> {
    await this.runtime.drain();
  }

  override on(): never {
    throw new Error('the lanes emit no events; use MessagingHealth');
  }

  override unwrap<T>(): T {
    return this.runtime as T;
  }

  #registrations(): Registrations {
    const registrations: Registrations = { work: [], commands: [], events: [] };
    for (const [pattern, handler] of this.messageHandlers) {
      const extras = handler.extras as HandlerExtras;
      // Nest would chain them; a consumer group has one offset, which only one handler can advance.
      if (handler.next !== undefined) throw new Error(`${pattern} has two handlers; give one of them a group name`);
      if (extras.lane === 'work') registrations.work.push({ contract: extras.contract, handle: workFunction(handler) });
      else if (extras.lane === 'command') {
        const handle = async (commands: unknown): Promise<Handled> =>
          lastValueFrom(observable((await handler(commands)) as Handled | Observable<Handled>));
        registrations.commands.push({ contract: extras.contract, handle });
      } else {
        const handle = async (events: unknown): Promise<void> => {
          await lastValueFrom(observable(await handler(events)), { defaultValue: undefined });
        };
        registrations.events.push({ contract: extras.contract, group: extras.group, handle });
      }
    }
    return registrations;
  }
}

type Handled = Awaited<ReturnType<CommandFunction>>;

function workFunction(handler: MessageHandler): WorkFunction {
  return (request, context) => handler(request, context).then(observable);
}

function observable<T>(result: T | Promise<T> | Observable<T>): Observable<T> {
  if (isObservable(result)) return result;
  return result instanceof Promise ? from(result) : of(result);
}
