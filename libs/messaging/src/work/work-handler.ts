import type { Observable } from 'rxjs';
import type { CallContext, WorkContract } from '@earshot/contracts-core';
import type { Broker } from '../broker/broker.port.js';
import type { Logger } from '../logger.js';
import type { ReplyTopic } from '../replies/reply-topic.js';
import type { FrameSender } from '../send/frame-sender.js';

/** Context of a work request. */
export interface WorkContext {
  /** Id of the request, the same for every attempt. */
  readonly id: string;
  readonly attempt: number;
  readonly call: CallContext;
  /** Aborts when the request is cancelled, past its deadline, or cut off by the shutdown of the process. */
  readonly signal: AbortSignal;
  /**
   * Backpressure. undefined: send more. Otherwise the caller is slow or one frame waits to be sent: await it before the
   * next chunk. It also resolves when the request ends. The request fails when 8 MiB wait.
   */
  readonly paused: Promise<void> | undefined;
  /** ms since 1970. */
  readonly deadlineAt: number;
  /** Replica positions of the caller, by state topic. */
  readonly observed: Readonly<Record<string, number>>;
}

/** Handles one request: each emission is a chunk, completion its end, an error its failure. */
export type WorkFunction = (request: unknown, context: WorkContext) => Promise<Observable<unknown>>;

/** A contract and its handler. */
export interface WorkRegistration {
  readonly contract: WorkContract;
  readonly handle: WorkFunction;
}

/** Dependencies of a work server. */
export interface WorkServerDependencies {
  readonly broker: Broker;
  readonly sender: FrameSender;
  readonly replies: Pick<ReplyTopic, 'contactAt'>;
  readonly logger: Logger;
  /** Consumer group that shares the work. */
  readonly group: string;
  readonly topic: string;
  readonly registrations: readonly WorkRegistration[];
  /** Maximum number of concurrent requests; callers of further ones try another process. */
  readonly concurrency: number;
}
