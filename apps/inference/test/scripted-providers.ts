import type { ModelProvider } from '../src/providers/model-provider.js';
import type { ProviderContext, ProviderTarget } from '../src/providers/provider-kind.js';
import { providerKinds, Providers } from '../src/providers/providers.js';

/** The usual kinds of providers, all of which one script answers. */
export function scriptedProviders(
  script: Partial<ModelProvider<ProviderTarget>>,
  options: ConstructorParameters<typeof Providers>[2],
): Providers {
  const provider = { close: async () => undefined, ...script } as ModelProvider<ProviderTarget>;
  const kinds = Object.entries(providerKinds).map(([name, kind]) => [name, { ...kind, create: () => provider }]);
  return new Providers({} as ProviderContext, Object.fromEntries(kinds), options);
}
