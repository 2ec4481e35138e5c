import path from 'node:path';
import {
  acceptedSecretKeysSetting,
  baseSettings,
  healthSettings,
  loadSettings,
  secretKeySetting,
  setting,
  wholeNumber,
  type Config,
} from '@earshot/service-kit';
import { z } from 'zod';
import { parseNetworks } from './outgoing/address-policy.js';

/** The settings of the inference service. */
export const settings = {
  ...baseSettings,
  ...healthSettings,
  secretKey: secretKeySetting,
  acceptedSecretKeys: acceptedSecretKeysSetting,
  databaseUrl: setting(
    'DATABASE_URL',
    z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address'),
    'PostgreSQL database with the schema inference, postgres://user:password@host:port/database.',
  ),
  modelsDirs: setting(
    'EARSHOT_MODELS_DIR',
    z
      .string()
      .min(1)
      .transform((folders) => folders.split(path.delimiter)),
    'Folders of the GGUF files that embedded models may name, separated as in `PATH`; the first that has a file wins.',
  ),
  queueLimit: setting(
    'EARSHOT_QUEUE_LIMIT',
    wholeNumber(0, 100_000).default(256),
    'Requests that may wait in this process for embedded models, and as many for connections to model servers; the next one is refused.',
  ),
  providerConnectTimeoutS: setting(
    'EARSHOT_PROVIDER_CONNECT_TIMEOUT_S',
    wholeNumber(1, 600).default(5),
    'How long to wait for a connection to a model server, in s.',
  ),
  providerFirstTokenTimeoutS: setting(
    'EARSHOT_PROVIDER_FIRST_TOKEN_TIMEOUT_S',
    wholeNumber(1, 3_600).default(120),
    'How long to wait for the first event of a stream of a model server, in s.',
  ),
  providerIdleTimeoutS: setting(
    'EARSHOT_PROVIDER_IDLE_TIMEOUT_S',
    wholeNumber(1, 3_600).default(120),
    'How long to wait between two events of a stream of a model server, in s.',
  ),
  providerAnswerTimeoutS: setting(
    'EARSHOT_PROVIDER_ANSWER_TIMEOUT_S',
    wholeNumber(1, 86_400).default(600),
    'How long to wait for an answer of a model server that comes whole, in s.',
  ),
  providersAllowedNetworks: setting(
    'EARSHOT_PROVIDERS_ALLOWED_NETWORKS',
    z.string().transform(networks).optional(),
    'Networks, as CIDRs separated by commas, that models and `https:` images may be in beside the internet; an admin key may name any.',
  ),
  toolsAllowedNetworks: setting(
    'EARSHOT_TOOLS_ALLOWED_NETWORKS',
    z.string().transform(networks).optional(),
    'Networks, as CIDRs separated by commas, that tools may be asked in beside the internet: 10.1.0.0/16,fd00::/8.',
  ),
  toolsTimeoutS: setting(
    'EARSHOT_TOOLS_TIMEOUT_S',
    wholeNumber(1, 600).default(30),
    'How long one call of a tool may take, in s; then the model is told that it failed.',
  ),
  tracesContent: setting(
    'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT',
    z
      .string()
      .default('false')
      .transform((text) => text.toLowerCase() === 'true'),
    'true: spans of requests to models have prompts and answers in them, at most 32,768 characters of each. Anybody who sees traces reads them.',
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

function networks(text: string, context: z.core.$RefinementCtx) {
  try {
    return parseNetworks(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
}

/** The values of {@link settings}. */
export type InferenceConfig = Config<typeof settings>;

/** The one setting that migrating needs. @throws SettingsError */
export function databaseUrlToMigrate(): string {
  return loadSettings({ databaseUrl: settings.databaseUrl }, process.env).databaseUrl;
}

/** What sealing secrets again needs. */
export type RotationConfig = Pick<InferenceConfig, 'databaseUrl' | 'secretKey' | 'acceptedSecretKeys'>;

/** The settings that sealing secrets again needs. @throws SettingsError */
export function settingsToRotateSecrets(): RotationConfig {
  const { databaseUrl, secretKey, acceptedSecretKeys } = settings;
  return loadSettings({ databaseUrl, secretKey, acceptedSecretKeys }, process.env);
}
