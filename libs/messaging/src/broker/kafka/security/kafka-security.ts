import { isIP } from 'node:net';
import type { ConnectionOptions as NodeTlsOptions } from 'node:tls';

/** Ways of proving who one is that Earshot speaks. */
export const saslMechanisms = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const;

/** As whom a process speaks to brokers. */
export interface SaslCredentials {
  readonly mechanism: (typeof saslMechanisms)[number];
  readonly username: string;
  readonly password: string;
}

/** What of TLS an installation can choose. */
export type TlsOptions = Pick<NodeTlsOptions, 'ca' | 'cert' | 'key' | 'pfx' | 'passphrase' | 'checkServerIdentity'>;

/** How a process speaks to brokers. Holds secrets. */
export interface KafkaSecurity {
  /** Absent: connections are not encrypted. */
  readonly tls?: TlsOptions;
  /** Absent: a process does not say who it is, but by the certificate that it may have. */
  readonly sasl?: SaslCredentials;
}

/** A network that is trusted. */
export const plaintext: KafkaSecurity = {};

/** Where a Kafka is, and how it is spoken to. */
export interface KafkaAccess {
  /** Addresses of brokers, `host:port`; some of the cluster are enough. */
  readonly brokers: readonly string[];
  /** Absent: {@link plaintext}. */
  readonly security?: KafkaSecurity;
}

/** The name by which a broker is asked for its certificate; addresses are no names (RFC 6066, 3). */
export function serverName(host: string): string | undefined {
  return isIP(host) === 0 ? host : undefined;
}
