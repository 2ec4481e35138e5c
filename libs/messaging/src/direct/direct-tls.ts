import type { SecureContextOptions } from 'node:tls';

/**
 * How both ends of a direct link encrypt, and prove that they know the key of the process that listens: TLS 1.2 with a pre-shared key and
 * ephemeral Diffie-Hellman (RFC 5489, RFC 7905). Node.js knows pre-shared keys in no later version.
 */
export const directTls = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const satisfies SecureContextOptions;

/** Bytes of a key: as many as the cipher's own. */
export const directKeyBytes = 32;

/** Whom a key is said to be of; a process has but one. */
export const directIdentity = 'earshot';

/** Until a link that is not open by then is given up, ms. Callers ask again for what did not come after 1.5 s. */
export const directOpenMs = 1_000;
