import type { ConsumerConfig } from 'kafkajs';
import { sessionTimeoutMs } from '../../timing.js';

/** How every consumer talks to its broker. */
export const consumerSettings: Omit<ConsumerConfig, 'groupId'> = {
  allowAutoTopicCreation: false,
  sessionTimeout: sessionTimeoutMs,
  // How long a group waits for a member whose event loop stalls before it goes on without it.
  rebalanceTimeout: 6_000,
  // A member learns of a rebalance by its heartbeat. Partitions rest until then: less than the acceptance window of work.
  heartbeatInterval: 300,
  // How long a broker holds an empty fetch; kafkajs sends heartbeats between fetches.
  maxWaitTimeInMs: 200,
  // A consumer that fails is replaced as a whole (KafkaConsumer), which also heals what kafkajs does not restart from.
  retry: { initialRetryTime: 50, maxRetryTime: 1_000, retries: 4, restartOnFailure: () => Promise.resolve(false) },
};

/** For consumers whose rebalances nobody waits for: fewer empty fetches. The session survives two lost heartbeats. */
export const backgroundSettings: Pick<ConsumerConfig, 'heartbeatInterval' | 'maxWaitTimeInMs'> = {
  heartbeatInterval: 1_500,
  maxWaitTimeInMs: 1_000,
};

/** Longer than any rebalance: a consumer without a heartbeat for so long hangs in kafkajs and is replaced. */
export const stalledAfterMs = 15_000;
