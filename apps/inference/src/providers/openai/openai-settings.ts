import { AddressPolicy } from '../../outgoing/address-policy.js';
import { RETRIES, type RetrySettings } from './attempts/retry-settings.js';

/** Where servers may be, how long they are waited for, how often they are asked again, and how many requests they get at one time. */
export interface OpenaiSettings {
  /** Where servers may be whose address nobody vouches for. */
  addresses: AddressPolicy;
  /** Until TCP and TLS stand, in ms. */
  connectTimeoutMs: number;
  /** Until the first event of a stream, in ms; waiting for a connection included. */
  firstTokenTimeoutMs: number;
  /** Until all of an answer that comes at once is there, in ms. */
  wholeAnswerTimeoutMs: number;
  /** Between two events of a stream, in ms. */
  idleTimeoutMs: number;
  /** Connections to one server; each answer that comes holds one. */
  connections: number;
  /** Requests that may wait for a connection, over all servers; the next one is refused with `queue_full`. */
  queueLimit: number;
  retries: RetrySettings;
}

/** Those in use unless told otherwise; a request's own deadline usually comes first. */
export const OPENAI_DEFAULTS: OpenaiSettings = {
  addresses: new AddressPolicy([]),
  // A reachable host answers a SYN within one retransmission (3 s) even on a bad line.
  connectTimeoutMs: 5_000,
  // A busy server queues the request and reads a long prompt before it begins.
  firstTokenTimeoutMs: 120_000,
  // No byte comes before the last token: several thousand tokens of a large model.
  wholeAnswerTimeoutMs: 600_000,
  // Tokens are milliseconds apart; a server that swaps out a request under load needs longer.
  idleTimeoutMs: 120_000,
  // A server of any size batches fewer than this at a time.
  connections: 1_024,
  queueLimit: 256,
  retries: RETRIES,
};
