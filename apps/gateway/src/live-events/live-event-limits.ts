/** Open streams of this process: with {@link maxUnreadBytes}, 256 MiB at most if no client reads. */
export const maxStreams = 512;

/** Open streams of one project in this process. */
export const maxStreamsOfProject = 128;

/** Open streams of one API key in this process: some open pages of some people. */
export const maxStreamsOfKey = 32;

/** Unread bytes at which a client is disconnected: 2,000 events. */
export const maxUnreadBytes = 512 * 1024;

/** Longest duration of a stream, ms. Below the 660 s after which the chart's routes end a request. */
export const streamDurationMs = 600_000;

/** Interval between two checks of the caller's key, ms. */
export const recheckMs = 5_000;

/** How soon clients reconnect, ms. */
export const reconnectMs = 2_000;

/** How long topics are read after the last client left, ms: longer than it takes to reconnect. */
export const lingerMs = 10_000;

/** How long erasures are remembered, ms: an answer that takes longer is a rare one. */
export const erasuresMs = 15 * 60_000;

/** Erasures that are remembered; the oldest are forgotten first. */
export const maxErasures = 10_000;
