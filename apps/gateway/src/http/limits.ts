const mebibyte = 1_048_576;

/** Maximum body of a chat request: long conversations with images. */
export const chatBodyBytes = 32 * mebibyte;

/** Maximum body of other requests. */
export const bodyBytes = 4 * mebibyte;

/** Maximum body of a sign-in, which needs no key: an API key or a code. */
export const credentialBodyBytes = 4_096;

/** Maximum of request line and headers together, the default of Node. A key, trace and proxy headers take 2 KiB. */
export const headerBytes = 16_384;

/** Deadline of the headers, which fit into a few packets. */
export const headersTimeoutMs = 15_000;

/** Deadline of a complete request: 32 MiB at 2.2 Mbit/s. */
export const requestTimeoutMs = 120_000;

/** Deadline on routes with `longBody`, which end stalled uploads: 100 MiB at 0.25 Mbit/s. */
export const longRequestTimeoutMs = 3_600_000;

/** Timeout of a long body between two reads, as in S3. */
export const bodySilenceMs = 20_000;

/** Interval at which Node checks the deadlines. The default of 30 s is too coarse. */
export const timeoutCheckMs = 5_000;

/** Keep-alive timeout, longer than the usual 60 s of load balancers, which must close first. */
export const keepAliveTimeoutMs = 72_000;

/** Interval of keep-alive comments in an idle stream. */
export const streamIdleMs = 15_000;

/** Timeout of a client that reads nothing of its response. */
export const streamDrainMs = 30_000;

/** Bytes per write of a stream. Nearly twice as many can be in flight, which 9 kbit/s drain within `streamDrainMs`. */
export const streamPieceBytes = 16 * 1024;

/** Unread bytes of a stream at which its source is paused; more than a socket buffers. */
export const streamHoldBytes = 256 * 1024;

/** Unread bytes at which a stream is aborted: a long answer of 15,000 tokens, if the source does not pause. */
export const streamBufferBytes = 4 * mebibyte;

/** Interval between two pieces of rejected bodies, of 64 KiB each, in one process: 64 MiB/s at most. */
export const dropIntervalMs = 1;
