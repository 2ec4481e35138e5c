/** Text of one answer, in UTF-16 units: beyond any context window, so more is a server gone wrong. */
export const MAX_ANSWER_LENGTH = 16 * 1024 * 1024;

/** A whole JSON answer in bytes: twice the text, for escapes and the fields around it. */
export const MAX_JSON_BYTES = 2 * MAX_ANSWER_LENGTH;

/** One event of a stream, in UTF-16 units: events hold a token or a few, logprobs included. */
export const MAX_EVENT_LENGTH = 1024 * 1024;

/** Events that may wait for a slow consumer before the server is told to pause (by TCP). */
export const MAX_WAITING_EVENTS = 256;

/** What may have been read of a response that nobody has taken yet, in bytes, before the same; what is read at a time comes on top. */
export const MAX_WAITING_BYTES = 256 * 1024;
