import { X509Certificate } from 'node:crypto';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import type { TlsOptions } from './kafka-security.js';
import { bytesOf, textOf } from './named-files.js';

/** Properties by their names. */
export type Properties = ReadonlyMap<string, string>;

/**
 * What of TLS client properties say.
 *
 * @param dir to which the files that they name are relative.
 * @throws Error saying what is wrong.
 */
export function tlsOf(properties: Properties, dir: string): TlsOptions {
  return { ...trustOf(properties, dir), ...ownOf(properties, dir), ...hostsOf(properties) };
}

/** Whom to trust; without a truststore, whom Node.js trusts. */
function trustOf(properties: Properties, dir: string): TlsOptions {
  const location = properties.get('ssl.truststore.location');
  if (location === undefined) return {};
  if (properties.get('ssl.truststore.type') !== 'PEM')
    throw new Error('ssl.truststore.type must be PEM (keytool -exportcert -rfc writes a certificate so)');
  const ca = textOf(path.resolve(dir, location), 'ssl.truststore.location');
  sound('ssl.truststore.location', 'certificates in PEM', () => new X509Certificate(ca));
  return { ca };
}

/** The certificate that a process shows brokers, and its key. */
function ownOf(properties: Properties, dir: string): TlsOptions {
  const location = properties.get('ssl.keystore.location');
  if (location === undefined) return {};
  const file = path.resolve(dir, location);
  const type = properties.get('ssl.keystore.type');
  if (type === 'PKCS12')
    return ownKey({ pfx: bytesOf(file, 'ssl.keystore.location'), passphrase: properties.get('ssl.keystore.password') });
  if (type !== 'PEM') throw new Error('ssl.keystore.type must be PEM or PKCS12');
  const pem = textOf(file, 'ssl.keystore.location');
  return ownKey({ key: pem, cert: pem, passphrase: properties.get('ssl.key.password') });
}

function ownKey(own: TlsOptions): TlsOptions {
  const expected = 'a key and its certificates, and the password must be theirs';
  sound('ssl.keystore.location', expected, () => createSecureContext(own));
  return own;
}

/** An empty algorithm is Kafka's way to take any certificate of somebody who is trusted, whatever host it is for. */
function hostsOf(properties: Properties): TlsOptions {
  const algorithm = properties.get('ssl.endpoint.identification.algorithm') ?? 'https';
  if (algorithm === '') return { checkServerIdentity: () => undefined };
  if (algorithm !== 'https') throw new Error('ssl.endpoint.identification.algorithm must be https or empty');
  return {};
}

function sound(name: string, expected: string, read: () => unknown): void {
  try {
    read();
  } catch (error) {
    throw new Error(`${name} must hold ${expected}`, { cause: error });
  }
}
