import { Module, type DynamicModule } from '@nestjs/common';
import { CONFIG, LOGGER, type Logger } from '@earshot/service-kit';
import { providerKeys, type InferenceConfig } from '../config.js';
import { OutgoingModule, ProviderAddresses } from '../outgoing/outgoing.module.js';
import { Providers, type ProviderKinds } from './providers.js';

/** The providers of the process, for every module. */
@Module({})
export class ProvidersModule {
  static forRoot(kinds: ProviderKinds): DynamicModule {
    const providers = {
      provide: Providers,
      inject: [CONFIG, ProviderAddresses, LOGGER],
      useFactory: (config: InferenceConfig, addresses: ProviderAddresses, logger: Logger) =>
        new Providers({ config, addresses, logger }, kinds, {
          secrets: providerKeys(config),
          tracesContent: config.tracesContent,
        }),
    };
    return {
      module: ProvidersModule,
      global: true,
      imports: [OutgoingModule],
      providers: [providers],
      exports: [Providers],
    };
  }
}
