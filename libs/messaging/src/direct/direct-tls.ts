import type { ConnectionOptions, SecureContextOptions } from 'node:tls';
import { WebSocket, type ClientOptions } from 'ws';
import type { DirectAddress } from '../wire/frames.js';

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

/** What both ends make of messages: none is larger than the largest record of a broker. */
export const directMessages = { perMessageDeflate: false, maxPayload: 1024 * 1024 } as const;

/** Begins to connect to a direct inbox. @param from the inbox of the process that connects, which the other end is told. */
export function connectDirect({ url, key }: DirectAddress, from: string): WebSocket {
  const options: ClientOptions & Pick<ConnectionOptions, 'pskCallback'> = {
    ...directTls,
    ...directMessages,
    pskCallback: () => ({ identity: directIdentity, psk: Buffer.from(key, 'base64') }),
    // There is no certificate to object to: the key is what the other end proves itself by.
    checkServerIdentity: () => false,
    handshakeTimeout: directOpenMs,
  };
  return new WebSocket(`${url}/${from}`, options);
}
