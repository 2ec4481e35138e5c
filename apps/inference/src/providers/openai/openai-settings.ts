import { RETRIES, type RetrySettings } from './attempts/retry-settings.js';

/** How long servers are waited for, and how often they are asked again. */
export interface OpenaiSettings {
  /** Until TCP and TLS stand, in ms. */
  connectTimeoutMs: number;
  /** Until the first event of a stream, in ms; waiting for a connection included. */
  firstTokenTimeoutMs: number;
  /** Until all of an answer that comes at once is there, in ms. */
  wholeAnswerTimeoutMs: number;
  /** Between two events of a stream, in ms. */
  idleTimeoutMs: number;
  retries: RetrySettings;
}

/** Those in use unless told otherwise; a request's own deadline usually comes first. */
export const OPENAI_DEFAULTS: OpenaiSettings = {
  // A reachable host answers a SYN within one retransmission (3 s) even on a bad line.
  connectTimeoutMs: 5_000,
  // A busy server queues the request and reads a long prompt before it begins.
  firstTokenTimeoutMs: 120_000,
  // No byte comes before the last token: several thousand tokens of a large model.
  wholeAnswerTimeoutMs: 600_000,
  // Tokens are milliseconds apart; a server that swaps out a request under load needs longer.
  idleTimeoutMs: 120_000,
  retries: RETRIES,
};
