/**
 * A worker drops a request that it comes upon later than this after it was sent: its caller is about to send it to somebody else. A hundred
 * times what a healthy worker needs, and longer than its partitions rest in a rebalance.
 */
export const acceptanceWindowMs = 1_000;

/**
 * A request that no worker has accepted for this long goes to another partition. Later than the window by what the acceptance of one that was
 * taken at its end needs to get back, so that no request runs twice.
 */
export const sendAgainAfterMs = 1_300;

/**
 * How long a request is offered around before its caller is told that nobody takes it: long enough for a broker or the
 * only worker to start again, short enough for a person to wait.
 */
export const defaultAcceptWithinMs = 15_000;

/** A worker says once a second what it works on. */
export const heartbeatIntervalMs = 1_000;

/** Silent for so long that something may have got lost: the worker is asked to send again. */
export const askAgainAfterMs = 1_500;

/** Three heartbeats missed: the worker is taken for dead. */
export const silenceLimitMs = 3_000;

/**
 * A caller that answers no heartbeat of its work for so long is taken for dead, and what runs for it is given up: longer than a process pauses,
 * and than callers wait for a silent worker.
 */
export const callerSilenceLimitMs = 10_000;

/** A process whose own clock work was late by this much stood still, and gives others as long before it judges their silence. */
export const standstillMs = 1_000;

/** How many workers may refuse a request for having too much to do before its caller is told. */
export const maxRefusals = 3;

/** How long a partition whose worker did not answer is avoided: until the group has missed a dead member (6 s). */
export const suspicionMs = 6_000;

/** How often callers and workers look after their clocks; the inexactness of every limit here. */
export const sweepIntervalMs = 50;

/** What one caller has under way on work lanes: above it, more would only wait somewhere else. */
export const maxCallsInFlight = 10_000;

/** What one worker runs at once unless told otherwise, one more is refused; handlers that can do less say `queue_full` themselves. */
export const defaultWorkConcurrency = 1_000;

/** A caller who has held up work for so long has given it up or let it go on, and the word of that was lost: nobody waits half as long. */
export const maxHeldMs = 60_000;

/** Chunks that a worker keeps in case they got lost on the way: some seconds of a fast stream. */
export const windowChunks = 512;

/** See {@link windowChunks}; bounds what a stream of large chunks keeps, in UTF-16 units. */
export const windowLength = 1024 * 1024;

/** How long a worker can still send again the end of what it finished: a caller asks after {@link askAgainAfterMs}. */
export const keepFinishedMs = 3_000;

/** How many finished requests a worker remembers, for sending again and against running a delivery twice. */
export const maxFinished = 5_000;

/** A stream whose chunks can't be sent any more is given up when this much waits, in UTF-16 units. */
export const maxPendingLength = 8 * 1024 * 1024;

/** The chunks of one frame, in UTF-16 units: with three bytes for each and company in its record, still below 1 MiB. */
export const maxFrameLength = 256 * 1024;
