const mebibyte = 1_048_576;

/** Largest body of a chat request: long conversations with images in them (interface, section 9). */
export const chatBodyBytes = 32 * mebibyte;

/** Largest body of anything else (interface, section 9). */
export const bodyBytes = 4 * mebibyte;

/** Largest request line and headers together. A bearer key, trace and proxy headers take 2 KiB; Node's own default. */
export const headerBytes = 16_384;

/** How long a client may take to send its headers: they fit into a few packets. */
export const headersTimeoutMs = 15_000;

/** How long a client may take to send a request whole: 32 MiB at 2.2 Mbit/s. */
export const requestTimeoutMs = 120_000;

/** The same for routes that take long bodies, and look after their progress: 100 MiB at 0.25 Mbit/s. */
export const longRequestTimeoutMs = 3_600_000;

/** How long nothing may come of a long body that is waited for; S3 gives its senders as much. */
export const bodySilenceMs = 20_000;

/** How often Node checks them; with Node's own 30 s a slow sender would get far more than its time. */
export const timeoutCheckMs = 5_000;

/** How long a connection is kept without a request; longer than the 60 s of usual load balancers, which must be the ones to close it. */
export const keepAliveTimeoutMs = 72_000;

/** A stream that carries nothing for this long gets a comment, so that proxies keep it (interface, section 3). */
export const streamIdleMs = 15_000;

/** How long a client may take nothing of what waits for it before it is given up. */
export const streamDrainMs = 30_000;

/** How much of a stream a socket is given at a time: just less than twice of it may be on its way, which 9 kbit/s take in `streamDrainMs`. */
export const streamPieceBytes = 16 * 1024;

/** When this much of a stream waits for a slow client, its source is asked to pause: more than a socket takes at once. */
export const streamHoldBytes = 256 * 1024;

/** How much of a stream may wait for a slow client whose source goes on all the same: a long answer whole, some 15,000 tokens. */
export const streamBufferBytes = 4 * mebibyte;
