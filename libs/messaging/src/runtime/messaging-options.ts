import type { StateContract } from '@earshot/contracts-core';
import type { Broker } from '../broker/broker.port.js';
import type { KafkaAccess } from '../broker/kafka/security/kafka-security.js';
import type { Logger } from '../logger.js';

/** How a process takes part in the lanes. */
export interface MessagingOptions extends KafkaAccess {
  /** Name of the service; its processes share the work. */
  readonly service: string;
  /** Name of this process, for example `inference-0`. */
  readonly instance: string;
  readonly logger: Logger;
  /** true: this process has handlers, and is not well before they get their messages. */
  readonly serve?: boolean;
  /** How many work requests this process runs at once, 1,000 unless given; one more is refused with `queue_full`. */
  readonly workConcurrency?: number;
  /** How long what runs may go on when the process stops, ms; 20 s unless given. */
  readonly shutdownGraceMs?: number;
  /** In place of a real Kafka: the memory broker of `@earshot/messaging/testing`. */
  readonly broker?: Broker;
}

/** What has to be known before the options are. */
export interface MessagingExtras {
  /** State of which this process keeps a replica. */
  readonly replicas?: readonly Pick<StateContract, 'topic' | 'type' | 'schema' | 'lane'>[];
}
