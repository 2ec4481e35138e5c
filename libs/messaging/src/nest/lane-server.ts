import { Injectable } from '@nestjs/common';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { from, isObservable, lastValueFrom, of, type Observable } from 'rxjs';
import type { CommandFunction } from '../command/command-server.js';
import type { WorkFunction } from '../work/work-handler.js';
import { MessagingRuntime } from '../runtime/messaging-runtime.js';
import type { Registrations } from '../runtime/lane-servers.js';
import { laneTransport, type HandlerExtras } from './decorators.js';

/** Takes what comes over the lanes to the handlers of Nest controllers: `connectMicroservice({ strategy: app.get(LaneServer) })`. */
@Injectable()
export class LaneServer extends Server implements CustomTransportStrategy {
  override readonly transportId = laneTransport;
  // Their outcome decides over the offset, so the lanes look at it themselves.
  override readonly propagatesEventHandlerErrors = true;
  readonly #runtime: MessagingRuntime;

  constructor(runtime: MessagingRuntime) {
    super();
    this.#runtime = runtime;
  }

  /** Creates the topics that are missing, then begins to read; called back once the groups have shared the partitions. */
  listen(callback: (error?: unknown) => void): void {
    this.#runtime.serve(this.#registrations()).then(() => callback(), callback);
  }

  /** Takes nothing more, finishes what runs within the grace, leaves the groups. */
  async close(): Promise<void> {
    await this.#runtime.drain();
  }

  override on(): never {
    throw new Error('the lanes have no events to listen to; see MessagingHealth');
  }

  override unwrap<T>(): T {
    return this.#runtime as T;
  }

  #registrations(): Registrations {
    const registrations: Registrations = { work: [], commands: [], events: [] };
    for (const [pattern, handler] of this.messageHandlers) {
      const extras = handler.extras as HandlerExtras;
      // Nest chains them; here every group has one offset, which only one handler can decide over.
      if (handler.next !== undefined)
        throw new Error(`two handlers for ${pattern}: give one of them a group of its own`);
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
