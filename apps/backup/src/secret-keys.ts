import { createHash } from 'node:crypto';
import type { BackupConfig } from './config.js';
import { TargetError } from './database/fill-database.js';
import type { Manifest } from './folder/manifest.js';

/** Checks the secret keys of an installation. @throws TargetError if a key of the backup is missing. */
export function requireKeysOf({ secret_key_sha256, accepted_keys_sha256 = [] }: Manifest, config: BackupConfig): void {
  const here = [config.secretKey, ...config.acceptedSecretKeys].map(fingerprint);
  if ([secret_key_sha256, ...accepted_keys_sha256].every((one) => here.includes(one))) return;
  throw new TargetError(
    'The secret key of the backup is missing. Set it as EARSHOT_SECRET_KEY, or add it to EARSHOT_SECRET_KEYS_ACCEPTED. With npm start it is the file secret-key of the data directory.',
  );
}

/** The fingerprints of the secret keys for the manifest. */
export function fingerprints({ secretKey, acceptedSecretKeys }: BackupConfig) {
  return { secret_key_sha256: fingerprint(secretKey), accepted_keys_sha256: acceptedSecretKeys.map(fingerprint) };
}

/** A hash that identifies a secret key. The key is random, so the hash reveals nothing. */
function fingerprint(secretKey: Buffer): string {
  return createHash('sha256').update('earshot:backup:').update(secretKey).digest('hex');
}
