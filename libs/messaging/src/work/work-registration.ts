import type { Observable } from 'rxjs';
import type { WorkContract } from '@earshot/contracts-core';
import type { WorkContext } from './work-context.js';
import type { Broker } from '../broker/broker.port.js';
import type { Logger } from '../logger.js';
import type { FrameSender } from '../send/frame-sender.js';

/** Does one request: each emission is a chunk, completion its end, an error its failure. */
export type WorkFunction = (request: unknown, context: WorkContext) => Promise<Observable<unknown>>;

/** A contract and what does its work. */
export interface WorkRegistration {
  readonly contract: WorkContract;
  readonly handle: WorkFunction;
}

/** What the worker's side of a work topic needs. */
export interface WorkServerDependencies {
  readonly broker: Broker;
  readonly sender: FrameSender;
  readonly logger: Logger;
  /** Consumer group: the processes among which the work is shared. */
  readonly group: string;
  readonly topic: string;
  readonly registrations: readonly WorkRegistration[];
  /** How many requests run at once; one more is refused with `queue_full`, and its caller tries another process. */
  readonly concurrency: number;
}
