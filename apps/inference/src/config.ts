import {
  baseSettings,
  healthSettings,
  loadSettings,
  secretKeySetting,
  setting,
  wholeNumber,
  type Config,
} from '@earshot/service-kit';
import { z } from 'zod';

/** The settings of the inference service. */
export const settings = {
  ...baseSettings,
  ...healthSettings,
  secretKey: secretKeySetting,
  databaseUrl: setting(
    'DATABASE_URL',
    z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address'),
    'PostgreSQL database with the schema inference, postgres://user:password@host:port/database.',
  ),
  modelsDir: setting('EARSHOT_MODELS_DIR', z.string(), 'Folder of the GGUF files that embedded models may name.'),
  queueLimit: setting(
    'EARSHOT_QUEUE_LIMIT',
    wholeNumber(0, 100_000).default(256),
    'Requests that may wait in this process for an embedded model; the next one is refused.',
  ),
  llamaThreads: setting(
    'EARSHOT_LLAMA_THREADS',
    wholeNumber(1, 256).default(1),
    'Threads of an embedded model. More than one gains nothing on busy cores.',
  ),
  llamaParallel: setting(
    'EARSHOT_LLAMA_PARALLEL',
    wholeNumber(1, 256).default(4),
    'Answers that an embedded model generates at one time; each takes memory for a context of its own.',
  ),
};

/** The values of {@link settings}. */
export type InferenceConfig = Config<typeof settings>;

/** The one setting that migrating needs. @throws SettingsError */
export function databaseUrlToMigrate(): string {
  return loadSettings({ databaseUrl: settings.databaseUrl }, process.env).databaseUrl;
}
