import type { BackOffOptions } from './broker/back-off.js';

// Every retry and deadline of the lanes. Sizes and counts: limits.ts.

// Broker: connections, groups, topics

/** How long a connection to a broker may take: it is in the same network. */
export const connectionTimeoutMs = 2_000;
/** How long a broker may take for one request: the waiting clients give up within seconds. */
export const requestTimeoutMs = 5_000;
/** How long a connection is idle before TCP probes it. */
export const keepAliveMs = 60_000;
/** How long a broker may wait for its replicas: one that needs longer is overloaded, and the caller retries. */
export const produceTimeoutMs = 4_000;
/** The producer's retry bridges the election of a leader; whoever sends retries anything longer. */
export const produceRetry = { initialRetryTime: 100, maxRetryTime: 500, retries: 1 };
/** Retries of kafkajs. Short: whoever calls has a loop of its own. */
export const clientRetry = { initialRetryTime: 50, maxRetryTime: 500, retries: 2 };
/** How long records without key go to one partition: long enough that a send makes one batch (KIP-480). */
export const stickyPartitionMs = 200;
/** The least that brokers allow; the partitions of a killed process rest for so long. */
export const sessionTimeoutMs = 6_000;
/** How long a group waits for a member whose event loop stalls before it continues without it. */
export const rebalanceTimeoutMs = 6_000;
/** A member learns of a rebalance by its heartbeat. Partitions rest until then: less than {@link acceptanceWindowMs}. */
export const groupHeartbeatMs = 300;
/** How long a broker holds an empty fetch; kafkajs sends heartbeats between fetches. */
export const fetchWaitMs = 200;
/** See {@link groupHeartbeatMs}; where nobody waits for a rebalance. The session survives two lost heartbeats. */
export const backgroundHeartbeatMs = 1_500;
/** See {@link fetchWaitMs}; where nobody waits for a rebalance: fewer empty fetches. */
export const backgroundFetchWaitMs = 1_000;
/** Retries within one kafkajs consumer; one that still fails is replaced. */
export const consumerRetry = { initialRetryTime: 50, maxRetryTime: 1_000, retries: 4 };
/** A commit with every batch halves the throughput; a second's worth read again after a crash harms no lane. */
export const commitIntervalMs = 1_000;
/** A consumer sends a heartbeat every second or two; a rebalance may hold it up for as long as the group waits. */
export const unhealthyAfterMs = 8_000;
/** Longer than any rebalance: a consumer without a heartbeat for so long hangs in kafkajs and is replaced. */
export const stalledConsumerMs = 15_000;
/** Leaving a group takes a round trip. A consumer that hangs is left behind. */
export const disconnectTimeoutMs = 5_000;
/** How long a stop waits for administrative requests under way. */
export const adminCloseTimeoutMs = 5_000;
/** How long new topics may take to be known in the cluster. */
export const topicKnownTimeoutMs = 30_000;
/** How often the cluster is asked whether it knows new topics. */
export const topicPollMs = 100;
/** How long the broker may send nothing of a range that is read: it restarts in half of it. */
export const rangeSilenceMs = 60_000;
/** Whatever is set up with a broker that is away: consumers, topics, inboxes, replicas. */
export const setUpBackOff: BackOffOptions = { firstMs: 100, maxMs: 3_000 };

// Work lane

/** A worker drops a request that is older when it reads it. Longer than partitions rest in a rebalance. */
export const acceptanceWindowMs = 1_000;
/** Not accepted for so long, a request is sent to another partition: an acceptance at the window's end is back by then. */
export const retryWorkAfterMs = 1_300;
/** How long a request is offered before the caller fails: a broker or the only worker restarts in this time. */
export const defaultAcceptTimeoutMs = 15_000;
/** How often a worker names what it works on. */
export const heartbeatIntervalMs = 1_000;
/** Silent for so long, a worker is asked to send again what may be lost. */
export const resendAfterMs = 1_500;
/** Three heartbeats missed: the worker is dead. */
export const workerTimeoutMs = 3_000;
/** A caller that answers no heartbeat for so long is dead, and its work ends: longer than a process pauses. */
export const callerTimeoutMs = 10_000;
/** After an event-loop stall of this length, missed heartbeats are ignored for as long. */
export const stallMs = 1_000;
/** How long a partition whose worker did not answer is avoided: until the group has missed a dead member. */
export const suspectMs = 6_000;
/** How long one partition of a worker is used before the next: what is sent together shares a record. */
export const stickyWorkMs = 20;
/** How often callers and workers check all of the above. */
export const sweepIntervalMs = 50;
/** A pause by the caller ends after this long: the message that resumes it was lost. */
export const maxPauseMs = 60_000;
/** How long a worker can send the end of finished work again. */
export const finishedRetentionMs = 3_000;

// Command and event lanes

/** How long a command waits for its answer: a service restarts in this time. */
export const defaultCommandDeadlineMs = 15_000;
/** A failed send was retried by the producer already; the next attempt comes after this. */
export const resendCommandAfterMs = 250;
/** See {@link resendCommandAfterMs}; for answers. */
export const resendAnswerAfterMs = 250;
/** After commands the next fetch waits so long: under load it brings a group, and one command alone is not delayed. */
export const commandLingerMs = 5;
/** After events the next fetch waits so long: under load their consumers write one transaction for 100 ms of events. */
export const eventLingerMs = 100;
/** After so long a group is slow, and others do not wait for it: ten times what one takes under load. */
export const slowGroupMs = 200;
/** A handler that takes longer hangs: a retry is harmless by the ids, waiting on would block the partition. */
export const handlerTimeoutMs = 60_000;

/**
 * How often a group is handled before every message is handled alone, and how long between the attempts. Faults of type
 * `overloaded_error` do not count: the dependency is away and no message is at fault.
 */
export interface RetryPolicy {
  readonly attempts: number;
  readonly backOff: BackOffOptions;
}
/** Somebody waits for the answer: two to three seconds in all, enough for a database that changes its leader. */
export const commandRetry: RetryPolicy = { attempts: 6, backOff: { firstMs: 100, maxMs: 1_600 } };
/** Nobody waits and nothing may be left out: two to four minutes in all, a restart of whatever the handler needs. */
export const eventRetry: RetryPolicy = { attempts: 16, backOff: { firstMs: 100, maxMs: 30_000 } };
/** Dead letters are retried until they are stored. */
export const deadLetterBackOff: BackOffOptions = { firstMs: 100, maxMs: 5_000 };
/** Events whose publisher waits out a broker that restarts. */
export const publishBackOff: BackOffOptions = { firstMs: 100, maxMs: 1_000 };

// State lane, inboxes, the process

/** How long a fence may take: a healthy one takes a few ms. */
export const defaultFenceDeadlineMs = 2_000;
/** How long a broker may take to say where a topic ends. */
export const progressTimeoutMs = 5_000;
/** Longer than a broker takes to answer, shorter than a Prometheus scrape waits. */
export const lagTimeoutMs = 4_000;
/** A replica that stands still for so long before the end of its topic writes a record to arrive at. */
export const stalledReplicaMs = 2_000;
/** How long after the first state record that names its producer processes of an older version may still write some that do not. */
export const producerUpgradeMs = 24 * 60 * 60_000;
/** How often an inbox without heartbeats checks that its topic exists. */
export const replyTopicCheckMs = 3_000;
/** The inbox of a process that started so long ago and is in no group is deleted. */
export const staleReplyTopicMs = 600_000;
/** How long nothing is sent to a topic that did not exist. */
export const missingTopicMs = 2_000;
/** How long what runs may go on when the process stops: shorter than the 30 s that Kubernetes gives. */
export const defaultGraceMs = 20_000;
