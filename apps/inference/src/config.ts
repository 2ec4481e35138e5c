import path from 'node:path';
import {
  acceptedSecretKeysSetting,
  baseSettings,
  databaseSettings,
  healthSettings,
  loadSettings,
  SecretBox,
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
  ...databaseSettings,
  modelsDirs: setting(
    'EARSHOT_MODELS_DIR',
    z
      .string()
      .min(1)
      .transform((folders) => folders.split(path.delimiter)),
    'Folders of GGUF files, separated as in `PATH`; the first match wins.',
  ),
  queueLimit: setting(
    'EARSHOT_QUEUE_LIMIT',
    wholeNumber(0, 100_000).default(256),
    'Queued requests for embedded models; as many for model servers.',
  ),
  providerConnectTimeoutS: setting(
    'EARSHOT_PROVIDER_CONNECT_TIMEOUT_S',
    wholeNumber(1, 600).default(5),
    'Timeout of a connection to a model server, in s.',
  ),
  providerFirstTokenTimeoutS: setting(
    'EARSHOT_PROVIDER_FIRST_TOKEN_TIMEOUT_S',
    wholeNumber(1, 3_600).default(120),
    'Timeout of the first event of a stream, in s.',
  ),
  providerIdleTimeoutS: setting(
    'EARSHOT_PROVIDER_IDLE_TIMEOUT_S',
    wholeNumber(1, 3_600).default(120),
    'Timeout between two events of a stream, in s.',
  ),
  providerAnswerTimeoutS: setting(
    'EARSHOT_PROVIDER_ANSWER_TIMEOUT_S',
    wholeNumber(1, 86_400).default(600),
    'Timeout of an answer that is not streamed, in s.',
  ),
  providersAllowedNetworks: setting(
    'EARSHOT_PROVIDERS_ALLOWED_NETWORKS',
    z.string().transform(networks).optional(),
    'Private networks (CIDRs, by commas) for models and `https:` images.',
  ),
  toolsAllowedNetworks: setting(
    'EARSHOT_TOOLS_ALLOWED_NETWORKS',
    z.string().transform(networks).optional(),
    'Private networks for tools: 10.1.0.0/16,fd00::/8.',
  ),
  toolsTimeoutS: setting(
    'EARSHOT_TOOLS_TIMEOUT_S',
    wholeNumber(1, 600).default(30),
    'Timeout of one tool call, in s; the model then gets an error.',
  ),
  tracesContent: setting(
    'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT',
    z
      .string()
      .default('false')
      .transform((text) => text.toLowerCase() === 'true'),
    'true: spans contain prompts and answers, 32,768 characters of each.',
  ),
  llamaThreads: setting(
    'EARSHOT_LLAMA_THREADS',
    wholeNumber(1, 256).default(1),
    'Threads of an embedded model; more gain nothing on busy cores.',
  ),
  llamaParallel: setting(
    'EARSHOT_LLAMA_PARALLEL',
    wholeNumber(1, 256).default(4),
    'Concurrent answers of an embedded model; each needs a context.',
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

/** The settings of the secrets rotation. */
export type RotationConfig = Pick<InferenceConfig, 'databaseUrl' | 'secretKey' | 'acceptedSecretKeys'>;

/** Reads the settings of the secrets rotation. @throws SettingsError */
export function settingsToRotateSecrets(): RotationConfig {
  const { databaseUrl, secretKey, acceptedSecretKeys } = settings;
  return loadSettings({ databaseUrl, secretKey, acceptedSecretKeys }, process.env);
}

/** Opens the API keys of providers, each bound to the id of its model. */
export function providerKeys({ secretKey, acceptedSecretKeys }: Omit<RotationConfig, 'databaseUrl'>): SecretBox {
  return new SecretBox(secretKey, 'provider-api-key', acceptedSecretKeys);
}

/** Opens the headers of tools, each bound to the id of its tool. */
export function toolHeaders({ secretKey, acceptedSecretKeys }: Omit<RotationConfig, 'databaseUrl'>): SecretBox {
  return new SecretBox(secretKey, 'tool-headers', acceptedSecretKeys);
}
