import { Module } from '@nestjs/common';
import { CONFIG } from '@earshot/service-kit';
import type { InferenceConfig } from '../config.js';
import { AddressPolicy } from './address-policy.js';

/** Where models of projects, and images elsewhere, may be. */
export class ProviderAddresses extends AddressPolicy {}

/** Where tools may be. */
export class ToolAddresses extends AddressPolicy {}

const policies = [
  {
    provide: ProviderAddresses,
    inject: [CONFIG],
    useFactory: ({ providersAllowedNetworks }: InferenceConfig) =>
      new ProviderAddresses(providersAllowedNetworks ?? []),
  },
  {
    provide: ToolAddresses,
    inject: [CONFIG],
    useFactory: ({ toolsAllowedNetworks }: InferenceConfig) => new ToolAddresses(toolsAllowedNetworks ?? []),
  },
];

/** Who may name which addresses. */
@Module({ providers: policies, exports: policies.map(({ provide }) => provide) })
export class OutgoingModule {}
