import type { ConsumerConfig } from 'kafkajs';
import {
  backgroundFetchWaitMs,
  backgroundHeartbeatMs,
  consumerRetry,
  fetchWaitMs,
  groupHeartbeatMs,
  rebalanceTimeoutMs,
  sessionTimeoutMs,
} from '../../timing.js';

/** How every consumer talks to its broker. */
export const consumerSettings: Omit<ConsumerConfig, 'groupId'> = {
  allowAutoTopicCreation: false,
  sessionTimeout: sessionTimeoutMs,
  rebalanceTimeout: rebalanceTimeoutMs,
  heartbeatInterval: groupHeartbeatMs,
  maxWaitTimeInMs: fetchWaitMs,
  // A consumer that fails is replaced as a whole (KafkaConsumer), which also heals what kafkajs does not restart from.
  retry: { ...consumerRetry, restartOnFailure: () => Promise.resolve(false) },
};

/** For consumers whose rebalances nobody waits for: fewer empty fetches. The session survives two lost heartbeats. */
export const backgroundSettings: Pick<ConsumerConfig, 'heartbeatInterval' | 'maxWaitTimeInMs'> = {
  heartbeatInterval: backgroundHeartbeatMs,
  maxWaitTimeInMs: backgroundFetchWaitMs,
};
