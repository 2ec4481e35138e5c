import type { AddressPolicy } from '../../outgoing/address-policy.js';
import type { ProviderTarget } from '../provider-kind.js';
import type { RetrySettings } from './attempts.js';

/** A model of a server. Pass the same object while its settings stay: failures and limits are kept by object. */
export interface HttpTarget extends ProviderTarget {
  /** Address that resources such as `/chat/completions` are appended to, for example `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Absent where the server wants none. */
  readonly apiKey?: string;
  /** An installation key gave the address: the server may be in any network. */
  readonly baseUrlTrusted?: boolean;
}

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

/** Connections to one server: a server of any size batches fewer than this at a time. */
export const maxConnections = 1_024;
