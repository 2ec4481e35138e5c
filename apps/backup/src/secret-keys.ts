import { createHash } from 'node:crypto';
import type { BackupConfig } from './config.js';
import { TargetError } from './database/fill-database.js';
import type { Manifest } from './folder/manifest.js';

/** @throws TargetError where something of the backup is sealed with a key that is not here. */
export function requireKeysOf({ secret_key_sha256, accepted_keys_sha256 = [] }: Manifest, config: BackupConfig): void {
  const here = [config.secretKey, ...config.acceptedSecretKeys].map(fingerprint);
  if ([secret_key_sha256, ...accepted_keys_sha256].every((one) => here.includes(one))) return;
  throw new TargetError(
    'The secret key of the backup is missing. Set it as EARSHOT_SECRET_KEY, or add it to EARSHOT_SECRET_KEYS_ACCEPTED. With npm start it is the file secret-key of the data directory.',
  );
}

/** What a manifest says of the secret keys of an installation. */
export function fingerprints({ secretKey, acceptedSecretKeys }: BackupConfig) {
  return { secret_key_sha256: fingerprint(secretKey), accepted_keys_sha256: acceptedSecretKeys.map(fingerprint) };
}

/** By which a secret key is known again; it is random, so that nothing can be guessed from this. */
function fingerprint(secretKey: Buffer): string {
  return createHash('sha256').update('earshot:backup:').update(secretKey).digest('hex');
}
