// Sizes and counts of the lanes. Lengths are UTF-16 units, up to three bytes each in UTF-8. Times: timing.ts.

/** The largest value of a record. Brokers take 1 MiB a batch, its headers included; larger texts are claim-checked. */
export const maxValueBytes = 1_000_000;
/** What one send carries for one topic: kafkajs makes one batch of it, and the broker refuses those above 1 MiB. */
export const maxBatchBytes = 1_000_000;
/** The frames of one record, and the chunks of one frame. Smaller records made a busy broker slower and an idle one no faster. */
export const maxFramesLength = 256 * 1024;
/** What may wait for one sender: some seconds of a busy process, and no danger to its memory. */
export const maxWaitingBytes = 64 * 1024 * 1024;
/** See {@link maxWaitingBytes}; counts where items are small. */
export const maxWaitingItems = 50_000;
/** Partitions of a topic that one consumer hands on beside each other. */
export const maxConcurrentPartitions = 64;

/** Requests that one caller has in flight on work lanes, and on command lanes. */
export const maxCallsInFlight = 10_000;
/** Work that one worker runs at once unless told otherwise; one more is refused with `queue_full`. */
export const defaultWorkConcurrency = 1_000;
/** How many rejections with `queue_full` send a request to another worker; the next one ends it. */
export const maxRejections = 3;
/** The loss of so many workers fails a request with `worker_lost`: it may be what kills them. */
export const maxLostWorkers = 3;
/** Chunks that a worker keeps in case they are lost on the way: some seconds of a fast stream. */
export const maxReplayChunks = 512;
/** See {@link maxReplayChunks}; bounds what a stream of large chunks keeps. */
export const maxReplayLength = 1024 * 1024;
/** Finished requests that a worker remembers, to send again and not to run a delivery twice. */
export const maxFinishedJobs = 5_000;
/** A stream fails when so much of it waits to be sent. */
export const maxPendingLength = 8 * 1024 * 1024;

/** Messages that a handler gets at once: one multi-row insert, well below PostgreSQL's 65,535 parameters. */
export const maxGroupSize = 500;
/** Groups at once where messages of several partitions are handled together: one waits for the database, one computes. */
export const maxMixedGroups = 2;
/** Groups of one partition under way: some whose answers wait, some that take long. */
export const maxBatchesInFlight = 4;
/** Above so many records read and not handled, a partition pauses: two groups are always at hand. */
export const pauseAtRecords = 4_000;
/** Below so many it resumes: early enough that the handler never waits for the broker. */
export const resumeAtRecords = 2_000;
