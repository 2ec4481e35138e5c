import type { BackOffOptions } from '../broker/back-off.js';
import type { Gather } from '../broker/broker.port.js';

/** The most that a handler gets at once: one multi-row insert, well below PostgreSQL's 65,535 parameters. */
export const groupLimit = 500;

/**
 * Where messages of several partitions are handled together: so many groups at once. While one waits for the database the other has the processor;
 * more would be smaller ones, and most of what a group costs it costs whatever its size.
 */
export const mixedGroups = 2;

/** Of one partition so many groups are under way at most: some whose answers wait, some that take long, and what did not have to wait for either. */
export const portionsUnderWay = 4;

/** After so long, ms, a group waits for something of its own, and the others do not wait for it: ten times what one takes under load. */
export const groupPatienceMs = 200;

/** Above this many records read and not handled, a partition is not read on: two groups are always at hand. */
export const pauseAtRecords = 2_000;

/** Below this many it is read on: early enough that the handler never waits for the broker. */
export const resumeAtRecords = 1_000;

/** How often handling is tried before every message is tried on its own, and how long between the tries. */
export interface RetryPolicy {
  readonly tries: number;
  readonly backOff: BackOffOptions;
}

/** Somebody waits for the answer: three seconds in all, enough for a database that changes its leader. */
export const commandRetry: RetryPolicy = { tries: 6, backOff: { firstMs: 100, maxMs: 2_000 } };

/** Nobody waits and nothing may be left out: two to four minutes in all, a restart of whatever the handler needs. */
export const eventRetry: RetryPolicy = { tries: 16, backOff: { firstMs: 100, maxMs: 30_000 } };

/** Under load the commands of so long share a fetch; one after the other never waits for it. The slowest of a hundred are sooner done than with 0 or 2. */
export const commandGather: Gather = { beforeMs: 0, afterMs: 5 };

/**
 * Under load the events of so long share a fetch and a transaction; whoever asks about an event waits that much longer for it at most. Those of
 * the first 10 ms wait at any load: without that, what consumers did about a chat that ended took 1 to 2 ms from the answer itself on two cores.
 */
export const eventGather: Gather = { beforeMs: 10, afterMs: 90 };

/** A handler that takes longer hangs: trying again is harmless by the ids, waiting on would block the partition. */
export const handlerLimitMs = 60_000;
