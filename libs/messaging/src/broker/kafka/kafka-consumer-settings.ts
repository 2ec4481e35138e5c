import type { ConsumerConfig } from 'kafkajs';
import type { BackOffOptions } from '../back-off.js';

/** The least a broker allows unless told otherwise; a killed process is missed after this long. */
export const sessionTimeoutMs = 6_000;

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

/** A commit with every batch halves the throughput; a second's worth read again after a crash harms no lane. */
export const commitIntervalMs = 1_000;

/** A consumer sends a heartbeat every second or two; a rebalance may hold it up for as long as the group waits. */
export const unhealthyAfterMs = 8_000;

/** Longer than any rebalance: a consumer without a heartbeat for so long hangs in kafkajs and is replaced. */
export const stalledAfterMs = 15_000;

/** A broker that restarts is back within seconds: soon enough to notice, seldom enough not to hinder it. */
export const restartBackOff: BackOffOptions = { firstMs: 100, maxMs: 3_000 };

/** Leaving a group takes a round trip. One that hangs in kafkajs may never end, and its successor must not wait for that. */
export const disconnectLimitMs = 5_000;
