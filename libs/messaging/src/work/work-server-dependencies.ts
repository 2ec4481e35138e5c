import type { Broker } from '../broker/broker.port.js';
import type { Logger } from '../logger.js';
import type { FrameSender } from '../send/frame-sender.js';
import type { WorkRegistration } from './work-registration.js';

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
