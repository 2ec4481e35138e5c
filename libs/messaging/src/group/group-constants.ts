import type { BackOffOptions } from '../broker/back-off.js';

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

/** After commands the next fetch waits so long, ms: under load it brings a group, and one command alone is not delayed. */
export const commandLingerMs = 5;

/** After events the next fetch waits so long, ms: under load their consumers write a transaction for 100 ms of events. */
export const eventLingerMs = 100;

/** A handler that takes longer hangs: trying again is harmless by the ids, waiting on would block the partition. */
export const handlerLimitMs = 60_000;
