import { Inject, Injectable, Module } from '@nestjs/common';
import { CONFIG } from '@earshot/service-kit';
import type { InferenceConfig } from '../config.js';
import { AddressPolicy } from './address-policy.js';

/** Where models of projects, and `https:` images, may be. */
@Injectable()
export class ProviderAddresses extends AddressPolicy {
  constructor(@Inject(CONFIG) { providersAllowedNetworks = [] }: InferenceConfig) {
    super(providersAllowedNetworks);
  }
}

/** Where tools may be. */
@Injectable()
export class ToolAddresses extends AddressPolicy {
  constructor(@Inject(CONFIG) { toolsAllowedNetworks = [] }: InferenceConfig) {
    super(toolsAllowedNetworks);
  }
}

/** The addresses that callers may name. */
@Module({ providers: [ProviderAddresses, ToolAddresses], exports: [ProviderAddresses, ToolAddresses] })
export class OutgoingModule {}
