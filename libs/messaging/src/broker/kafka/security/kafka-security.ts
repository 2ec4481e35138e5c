import { isIP } from 'node:net';
import type { ConnectionOptions as NodeTlsOptions } from 'node:tls';

/** Supported SASL mechanisms. */
export const saslMechanisms = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const;

/** SASL credentials of a process. */
export interface SaslCredentials {
  readonly mechanism: (typeof saslMechanisms)[number];
  readonly username: string;
  readonly password: string;
}

/** TLS options that an installation can set. */
export type TlsOptions = Pick<NodeTlsOptions, 'ca' | 'cert' | 'key' | 'pfx' | 'passphrase' | 'checkServerIdentity'>;

/** Security of the connections to brokers. Contains secrets. */
export interface KafkaSecurity {
  /** Absent: connections are not encrypted. */
  readonly tls?: TlsOptions;
  /** Absent: no SASL; TLS client certificates may still authenticate the process. */
  readonly sasl?: SaslCredentials;
}

/** Neither TLS nor SASL, for a trusted network. */
export const plaintext: KafkaSecurity = {};

/** Brokers of a Kafka cluster and the security of connections to them. */
export interface KafkaAccess {
  /** Bootstrap servers, `host:port`. */
  readonly brokers: readonly string[];
  /** Absent: {@link plaintext}. */
  readonly security?: KafkaSecurity;
}

/** The TLS server name (SNI) of a broker; none for IP addresses (RFC 6066, section 3). */
export function serverName(host: string): string | undefined {
  return isIP(host) === 0 ? host : undefined;
}
