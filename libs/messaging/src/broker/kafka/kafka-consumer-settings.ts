import type { ConsumerConfig } from 'kafkajs';
import type { BackOffOptions } from '../back-off.js';

/** How every consumer talks to its broker. */
export const consumerSettings: Omit<ConsumerConfig, 'groupId'> = {
  allowAutoTopicCreation: false,
  // The least a broker allows unless told otherwise; a killed process is missed after this long.
  sessionTimeout: 6_000,
  // How long a group waits for a member whose event loop hangs before it goes on without it.
  rebalanceTimeout: 6_000,
  // How soon a member hears that the group is being redistributed. Its partitions rest that long, and less than the
  // second after which a work request is sent to somebody else.
  heartbeatInterval: 500,
  // With several brokers kafkajs waits for the slowest fetch before it looks at the others' records.
  maxWaitTimeInMs: 100,
  // There are no transactions here, so nothing is ever aborted.
  readUncommitted: true,
  // A consumer that fails is replaced as a whole (KafkaConsumer), which also heals what kafkajs does not restart from.
  retry: { initialRetryTime: 50, maxRetryTime: 1_000, retries: 4, restartOnFailure: () => Promise.resolve(false) },
};

/** Committing with every batch halves the throughput; a second's worth read again after a crash harms no lane. */
export const commitIntervalMs = 1_000;

/** A consumer fetches ten times a second; a rebalance may hold it up for as long as the group waits. */
export const unhealthyAfterMs = 8_000;

/** Longer than any rebalance: such a consumer hangs in kafkajs and is replaced. */
export const stalledAfterMs = 15_000;

/** A broker that restarts is back within seconds: soon enough to notice, seldom enough not to hinder it. */
export const restartBackOff: BackOffOptions = { firstMs: 100, maxMs: 3_000 };

/** Leaving a group takes a round trip. One that hangs in kafkajs may never end, and its successor must not wait for that. */
export const disconnectLimitMs = 5_000;
