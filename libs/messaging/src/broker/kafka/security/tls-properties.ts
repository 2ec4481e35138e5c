import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import type { TlsOptions } from './kafka-security.js';

/** Client properties by name. */
export type Properties = ReadonlyMap<string, string>;

/**
 * Reads the TLS options from client properties.
 *
 * @param dir directory to which file names in the properties are relative.
 * @throws Error naming the wrong property.
 */
export function tlsOf(properties: Properties, dir: string): TlsOptions {
  return { ...truststoreOf(properties, dir), ...keystoreOf(properties, dir), ...hostVerificationOf(properties) };
}

/** Certificate authorities; without a truststore those of Node.js. */
function truststoreOf(properties: Properties, dir: string): TlsOptions {
  const location = properties.get('ssl.truststore.location');
  if (location === undefined) return {};
  if (properties.get('ssl.truststore.type') !== 'PEM')
    throw new Error('ssl.truststore.type must be PEM (keytool -exportcert -rfc writes a certificate so)');
  const ca = textOf(path.resolve(dir, location), 'ssl.truststore.location');
  validate('ssl.truststore.location', 'certificates in PEM', () => new X509Certificate(ca));
  return { ca };
}

/** The client certificate and its key. */
function keystoreOf(properties: Properties, dir: string): TlsOptions {
  const location = properties.get('ssl.keystore.location');
  if (location === undefined) return {};
  const file = path.resolve(dir, location);
  const type = properties.get('ssl.keystore.type');
  if (type === 'PKCS12')
    return validKey({
      pfx: bytesOf(file, 'ssl.keystore.location'),
      passphrase: properties.get('ssl.keystore.password'),
    });
  if (type !== 'PEM') throw new Error('ssl.keystore.type must be PEM or PKCS12');
  const pem = textOf(file, 'ssl.keystore.location');
  return validKey({ key: pem, cert: pem, passphrase: properties.get('ssl.key.password') });
}

function validKey(own: TlsOptions): TlsOptions {
  const expected = 'a key and its certificates, and the password must be correct';
  validate('ssl.keystore.location', expected, () => createSecureContext(own));
  return own;
}

/** In Kafka an empty algorithm turns host name verification off. */
function hostVerificationOf(properties: Properties): TlsOptions {
  const algorithm = properties.get('ssl.endpoint.identification.algorithm') ?? 'https';
  if (algorithm === '') return { checkServerIdentity: () => undefined };
  if (algorithm !== 'https') throw new Error('ssl.endpoint.identification.algorithm must be https or empty');
  return {};
}

function validate(name: string, expected: string, read: () => unknown): void {
  try {
    read();
  } catch (error) {
    throw new Error(`${name} must contain ${expected}`, { cause: error });
  }
}

/** Reads a text file. @param what names it in errors. @throws Error if it cannot be read. */
export function textOf(file: string, what: string): string {
  return bytesOf(file, what).toString('utf8');
}

function bytesOf(file: string, what: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`${what} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}): ${file}`, {
      cause: error,
    });
  }
}
