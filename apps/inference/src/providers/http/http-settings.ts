import { AddressPolicy } from '../../outgoing/address-policy.js';
import { RETRIES, type RetrySettings } from './attempts.js';

/** Networks, timeouts, retries and connection limits of calls to servers. */
export interface HttpSettings {
  /** Networks of servers whose address is not trusted. */
  addresses: AddressPolicy;
  /** Until TCP and TLS are connected, in ms. */
  connectTimeoutMs: number;
  /** Until the first event of a stream, in ms; waiting for a connection included. */
  firstTokenTimeoutMs: number;
  /** Until an answer that is not streamed is complete, in ms. */
  wholeAnswerTimeoutMs: number;
  /** Between two events of a stream, in ms. */
  idleTimeoutMs: number;
  /** Connections to one server; each answer in progress holds one. */
  connections: number;
  /** Requests that may wait for a connection, over all servers; beyond it: `queue_full`. */
  queueLimit: number;
  retries: RetrySettings;
}

/** Default settings; a request's own deadline usually comes first. */
export const HTTP_DEFAULTS: HttpSettings = {
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
