import type { BackOffOptions } from './broker/back-off.js';

// Retries and deadlines of the lanes. Sizes and counts: limits.ts.

// Broker: connections, groups, topics

/** How long a connection to a broker may take: it is in the same network. */
export const connectionTimeoutMs = 2_000;
/** How long a broker may take for one request: clients time out within seconds. */
export const requestTimeoutMs = 5_000;
/** How often the connections are checked for requests whose time is over. */
export const requestTimeoutCheckMs = 500;
/** How long a connection is idle before TCP probes it. */
export const keepAliveMs = 60_000;
/** How long a broker may wait for its replicas: one that needs longer is overloaded, and the caller retries. */
export const produceTimeoutMs = 4_000;
/** Delay before the producer sends again, once: a leader may have moved. Callers retry longer outages. */
export const produceRetryMs = 100;
/** Retries of kafkajs; short, since callers retry themselves. */
export const clientRetry = { initialRetryTime: 50, maxRetryTime: 500, retries: 2 };
/** How long records without a key go to one partition, so that a send makes one batch (KIP-480). */
export const stickyPartitionMs = 200;
/** Session timeout, the minimum of brokers: partitions of a killed process are not read for this time. */
export const sessionTimeoutMs = 6_000;
/** How long a group waits for a member whose event loop stalls before it continues without it. */
export const rebalanceTimeoutMs = 6_000;
/** Heartbeat of a member, which reveals a rebalance. */
export const groupHeartbeatMs = 300;
/** How long a broker holds an empty fetch. kafkajs sends heartbeats between fetches: an idle member's are as rare. */
export const fetchWaitMs = 2_000;
/** See {@link fetchWaitMs}; for replies. kafkajs begins to read from a new leader as much later, while callers wait. */
export const replyFetchWaitMs = 1_500;
/** See {@link fetchWaitMs}; for consumers of work. With it a rebalance ends within {@link acceptanceWindowMs}. */
export const workFetchWaitMs = 600;
/** See {@link fetchWaitMs}; for background consumers. The session survives a stall of 3 s. */
export const backgroundFetchWaitMs = 3_000;
/** See {@link groupHeartbeatMs}; for background consumers. */
export const backgroundHeartbeatMs = 2_500;
/** See {@link sessionTimeoutMs}; for the only member of a group: nobody waits for its partitions. */
export const exclusiveSessionTimeoutMs = 12_000;
/** See {@link groupHeartbeatMs}; for the only member of a group. */
export const exclusiveHeartbeatMs = 5_000;
/** See {@link rebalanceTimeoutMs}; for the only member of a group, which waits for its own predecessor alone. */
export const exclusiveRebalanceTimeoutMs = 1_000;
/** How often the only member of a group connects again while the broker is unavailable. */
export const exclusiveBackOff: BackOffOptions = { firstMs: 100, maxMs: 500 };
/** Retries within one kafkajs consumer; one that still fails is replaced. */
export const consumerRetry = { initialRetryTime: 50, maxRetryTime: 1_000, retries: 4 };
/** A commit for every batch would halve the throughput; a second of records is read again after a crash. */
export const commitIntervalMs = 1_000;
/** Longest time without a heartbeat of a healthy consumer: a rebalance may delay it for 6 s. */
export const unhealthyAfterMs = 8_000;
/** How long a process stays ready without contact: longer than another broker takes to step in for a lost one. */
export const readyWithoutBrokerMs = 30_000;
/** A consumer without a heartbeat for this time hangs in kafkajs and is replaced: longer than any rebalance. */
export const stalledConsumerMs = 15_000;
/** How long a disconnect may take; a hanging consumer is abandoned. */
export const disconnectTimeoutMs = 5_000;
/** How long a shutdown waits for the admin request in flight. */
export const adminCloseTimeoutMs = 5_000;
/** How long new topics may take to be known in the cluster. */
export const topicKnownTimeoutMs = 30_000;
/** How long brokers that start together may take to find each other. */
export const brokersTimeoutMs = 60_000;
/** How often the cluster is asked whether it has brokers, and knows new topics. */
export const topicBackOff: BackOffOptions = { firstMs: 100, maxMs: 100 };
/** How long the broker may send no records of a range; a restart takes half of it. */
export const rangeSilenceMs = 60_000;
/** Setup of consumers, topics and replicas while the broker is unavailable. */
export const setUpBackOff: BackOffOptions = { firstMs: 100, maxMs: 3_000 };

// Work lane

/** A worker drops older requests when it reads them. Longer than a rebalance. */
export const acceptanceWindowMs = 1_000;
/** After this time without acceptance a request goes to another partition: the acceptance window plus a round trip. */
export const retryWorkAfterMs = 1_300;
/** After this time without a record, a process that awaits replies sends itself an echo. */
export const echoAfterMs = 1_000;
/** A record that arrives this long after a request follows its acceptance. */
export const acceptanceContactMs = retryWorkAfterMs - echoAfterMs;
/** How long a request may wait for a worker: a broker or the only worker restarts in this time. */
export const defaultAcceptTimeoutMs = 15_000;
/** Heartbeat interval of a worker. */
export const heartbeatIntervalMs = 1_000;
/** After this time without a frame the caller requests a resend. */
export const resendAfterMs = 1_500;
/** Three heartbeats missed: the worker is dead. */
export const workerTimeoutMs = 3_000;
/** A caller that acknowledges no heartbeat for this time is dead and its work is aborted. */
export const callerTimeoutMs = 10_000;
/** Silence of the reply topic after which that of workers and callers says nothing: an echo may take a second. */
export const replySilenceMs = echoAfterMs + 1_000;
/** How long a worker may take to reconnect to the broker: a request in flight fails after this time. */
export const workerReconnectMs = requestTimeoutMs;
/** After this time without the broker, running requests fail: their records are not retried for longer. */
export const brokerOutageMs = 15_000;
/** After an event-loop stall of this length, missed heartbeats are ignored for as long. */
export const stallMs = 1_000;
/** How long a suspected partition is avoided: until the group has removed a dead member. */
export const suspectMs = 6_000;
/** How long one partition of a worker is used, so that requests share a record. */
export const stickyWorkMs = 20;
/** How often callers and workers check all of the above. */
export const sweepIntervalMs = 100;
/** See {@link sweepIntervalMs}; while no request is in flight. */
export const idleSweepIntervalMs = 250;
/** Longest pause by a caller: the resume frame may get lost. */
export const maxPauseMs = 60_000;
/** How long a worker retains finished work for a resend, once the broker has its end. */
export const finishedRetentionMs = 3_000;

// Command and event lanes

/** Default deadline of a command: a service restarts in this time. */
export const defaultCommandDeadlineMs = 15_000;
/** Delay before a failed send of a command is retried; the producer has retried it already. */
export const resendCommandAfterMs = 250;
/** See {@link resendCommandAfterMs}; for answers. */
export const resendAnswerAfterMs = 250;
/** Linger of command consumers before the next fetch. */
export const commandLingerMs = 5;
/** Linger of event consumers: under load, one transaction covers 100 ms of events. */
export const eventLingerMs = 100;
/** After this time a group is slow and independent ones pass it: ten times its duration under load. */
export const slowGroupMs = 200;
/** A handler that takes longer hangs and is retried; messages are idempotent by id. */
export const handlerTimeoutMs = 60_000;

/**
 * Attempts for a group before each message is handled alone, and the backoff between them. Errors of type
 * `overloaded_error` do not count: a dependency is unavailable.
 */
export interface RetryPolicy {
  readonly attempts: number;
  readonly backOff: BackOffOptions;
}
/** Commands: 2 to 3 s in all, enough for a database failover. */
export const commandRetry: RetryPolicy = { attempts: 6, backOff: { firstMs: 100, maxMs: 1_600 } };
/** Events: 2 to 4 min in all, enough for the restart of a dependency. */
export const eventRetry: RetryPolicy = { attempts: 16, backOff: { firstMs: 100, maxMs: 30_000 } };
/** Dead letters are retried until they are stored. */
export const deadLetterBackOff: BackOffOptions = { firstMs: 100, maxMs: 5_000 };
/** Retries of event publishers while a broker restarts. */
export const publishBackOff: BackOffOptions = { firstMs: 100, maxMs: 1_000 };

// State lane, reply topics, the process

/** Default deadline of a fence; it usually takes a few ms. */
export const defaultFenceDeadlineMs = 2_000;
/** How long a broker may take to return the bounds of a topic. */
export const progressTimeoutMs = 5_000;
/** Longer than a broker takes to answer, shorter than a Prometheus scrape waits. */
export const metricsTimeoutMs = 4_000;
/** A replica that makes no progress for this time before the end of its topic writes a marker record. */
export const stalledReplicaMs = 2_000;
/** How long after the first state record with a producer header older processes may write records without. */
export const producerUpgradeMs = 24 * 60 * 60_000;
/** How often a reply topic without consumer heartbeats is checked for existence. */
export const replyTopicCheckMs = 3_000;
/** Age at which a reply topic without consumer is deleted. */
export const staleReplyTopicMs = 600_000;
/** How long sends to a missing topic fail at once. */
export const missingTopicMs = 2_000;
/** Shutdown grace of running work: shorter than the 30 s of Kubernetes. */
export const defaultGraceMs = 20_000;
