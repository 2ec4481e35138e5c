import type { StateContract } from '@earshot/contracts-core';
import type { Broker } from '../broker/broker.port.js';
import type { KafkaAccess } from '../broker/kafka/security/kafka-security.js';
import type { Logger } from '../logger.js';

/** Options of the lanes of a process. */
export interface MessagingOptions extends KafkaAccess {
  /** Name of the service; its processes share the work. */
  readonly service: string;
  /** Name of this process, for example `inference-0`. */
  readonly instance: string;
  readonly logger: Logger;
  /** true: the process has handlers and is healthy only once they receive messages. */
  readonly serve?: boolean;
  /** Maximum number of concurrent work requests, default 1,000; further ones fail with `queue_full`. */
  readonly workConcurrency?: number;
  /** How long running work may continue at shutdown, ms; default 20 s. */
  readonly shutdownGraceMs?: number;
  /** Replaces Kafka, for example by the memory broker of `@earshot/messaging/testing`. */
  readonly broker?: Broker;
}

/** Options that must be known before {@link MessagingOptions}. */
export interface MessagingExtras {
  /** Contracts of the state replicas of this process. */
  readonly replicas?: readonly Pick<StateContract, 'topic' | 'type' | 'schema' | 'lane'>[];
}
