/**
 * How long an unused connection is kept. Below the 5 s after which common servers (Node, uvicorn) close theirs: else a request
 * may be written to a connection that is just being closed.
 */
export const KEEP_ALIVE_MS = 4_000;

/** Servers whose connections are kept; beyond it the one unused for longest is closed. */
export const MAX_ENDPOINTS = 64;

/** Text of one answer, in UTF-16 units: beyond any context window, so more is a server gone wrong. */
export const MAX_ANSWER_LENGTH = 16 * 1024 * 1024;

/** A whole JSON answer in bytes: twice the text, for escapes and the fields around it. */
export const MAX_JSON_BYTES = 2 * MAX_ANSWER_LENGTH;

/** One event of a stream, in UTF-16 units: events hold a token or a few, logprobs included. */
export const MAX_EVENT_LENGTH = 1024 * 1024;

/** What is read of an error's body: its message is in the first lines. */
export const MAX_ERROR_BYTES = 64 * 1024;

/** Events that may wait for a slow consumer before the server is told to pause (by TCP). */
export const MAX_WAITING_EVENTS = 256;

/** What may have been read of a response that nobody has taken yet, in bytes, before the same; what is read at a time comes on top. */
export const MAX_WAITING_BYTES = 256 * 1024;

/**
 * What may be read of all responses in one turn of the event loop, in bytes; the rest waits for the next. A server that sends without a pause would
 * else be read for seconds while nothing else is done: a megabyte of small events takes a tenth of a second.
 */
export const MAX_TURN_BYTES = 256 * 1024;

/** An answer with vectors in bytes: many times what 32 vectors take, also in decimals. */
export const MAX_EMBEDDINGS_BYTES = 32 * 1024 * 1024;

/** Numbers of one vector: many times those of any model in use. */
export const MAX_DIMENSIONS = 65_536;

/** Calls of functions of one choice: as many as there may be functions. */
export const MAX_TOOL_CALLS = 128;
