import { SecretBox } from '@earshot/service-kit';
import type { InferenceConfig } from '../config.js';

type MasterSecrets = Pick<InferenceConfig, 'secretKey' | 'acceptedSecretKeys'>;

/** Opens the API keys of providers, each bound to the id of its model. */
export function providerKeys({ secretKey, acceptedSecretKeys }: MasterSecrets): SecretBox {
  return new SecretBox(secretKey, 'provider-api-key', acceptedSecretKeys);
}

/** Opens the headers of tools, each bound to the id of its tool. */
export function toolHeaders({ secretKey, acceptedSecretKeys }: MasterSecrets): SecretBox {
  return new SecretBox(secretKey, 'tool-headers', acceptedSecretKeys);
}
