// Sizes and counts. Lengths are UTF-16 units of up to three bytes in UTF-8. Times: timing.ts.

/** Largest value of a record. A broker accepts batches up to 1 MiB with headers; larger texts are claim-checked. */
export const maxValueBytes = 1_000_000;
/** Bytes of one send for one topic: kafkajs makes one batch of it, and the broker rejects batches above 1 MiB. */
export const maxBatchBytes = 1_000_000;
/** Length of the frames of one record and of the chunks of one frame. Smaller records slow down a busy broker. */
export const maxFramesLength = 256 * 1024;
/** Send queue of one sender: a few seconds of a busy process. */
export const maxWaitingBytes = 64 * 1024 * 1024;
/** See {@link maxWaitingBytes}; the limit for small items. */
export const maxWaitingItems = 50_000;
/** Partitions that one consumer delivers concurrently. */
export const maxConcurrentPartitions = 64;

/** Requests of one caller in flight: work and commands each. */
export const maxCallsInFlight = 10_000;
/** Default concurrency of a worker; further requests fail with `queue_full`. */
export const defaultWorkConcurrency = 1_000;
/** How often a request goes to another worker after `queue_full`; the next `queue_full` fails it. */
export const maxRejections = 3;
/** Lost workers after which a request fails with `worker_lost`: the request may be what kills them. */
export const maxLostWorkers = 3;
/** Sent chunks that a worker retains for a resend: some seconds of a fast stream. */
export const maxReplayChunks = 512;
/** See {@link maxReplayChunks}; the limit for large chunks. */
export const maxReplayLength = 1024 * 1024;
/** Finished requests that a worker retains: for resends, and to run no delivery twice. */
export const maxFinishedJobs = 5_000;
/** Unsent length at which a stream fails. */
export const maxPendingLength = 8 * 1024 * 1024;

/** Messages of one group: one multi-row insert, well below PostgreSQL's 65,535 parameters. */
export const maxGroupSize = 500;
/** Concurrent mixed groups: one waits for the database while one computes. */
export const maxMixedGroups = 2;
/** Batches of one partition in flight: some wait for answers, some are slow. */
export const maxBatchesInFlight = 4;
/** A partition pauses at this many waiting records. */
export const pauseAtRecords = 4_000;
/** It resumes here: early enough that the handler never waits for the broker. */
export const resumeAtRecords = 2_000;
