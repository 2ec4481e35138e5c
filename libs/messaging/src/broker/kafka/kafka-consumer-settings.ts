import type { ConsumerConfig } from 'kafkajs';
import type { BackOffOptions } from '../back-off.js';

/** The least a broker allows unless told otherwise; a killed process is missed after this long. */
export const sessionTimeoutMs = 6_000;

/** How every consumer talks to its broker. */
export const consumerSettings: Omit<ConsumerConfig, 'groupId'> = {
  allowAutoTopicCreation: false,
  sessionTimeout: sessionTimeoutMs,
  // How long a group waits for a member whose event loop hangs before it goes on without it.
  rebalanceTimeout: 6_000,
  // How soon a member hears that the group is being redistributed: at every second look, 400 ms. Its partitions rest that long, and less than
  // the second within which a worker must have taken a request.
  heartbeatInterval: 300,
  // kafkajs looks after the membership alone, and reads nothing: it sleeps this long between two looks at its heartbeat.
  maxWaitTimeInMs: 200,
  // A consumer that fails is replaced as a whole (KafkaConsumer), which also heals what kafkajs does not restart from.
  retry: { initialRetryTime: 50, maxRetryTime: 1_000, retries: 4, restartOnFailure: () => Promise.resolve(false) },
};

/** Where nobody waits for what a group redistributes, or it has one member: often enough for {@link sessionTimeoutMs} if two are lost. */
export const unhurriedSettings: Pick<ConsumerConfig, 'heartbeatInterval' | 'maxWaitTimeInMs'> = {
  heartbeatInterval: 1_500,
  maxWaitTimeInMs: 500,
};

/** Committing with every batch halves the throughput; a second's worth read again after a crash harms no lane. */
export const commitIntervalMs = 1_000;

/** A consumer fetches, and tells its group that it lives, every second or two; a rebalance may hold it up for as long as the group waits. */
export const unhealthyAfterMs = 8_000;

/** Longer than any rebalance: a consumer that its group has not heard of for so long hangs in kafkajs and is replaced. */
export const stalledAfterMs = 15_000;

/** A broker that restarts is back within seconds: soon enough to notice, seldom enough not to hinder it. */
export const restartBackOff: BackOffOptions = { firstMs: 100, maxMs: 3_000 };

/** Leaving a group takes a round trip. One that hangs in kafkajs may never end, and its successor must not wait for that. */
export const disconnectLimitMs = 5_000;
