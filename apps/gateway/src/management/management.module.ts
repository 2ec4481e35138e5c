import { Global, Module } from '@nestjs/common';
import { ManagementClient } from './management.client.js';

/** Providers that all modules of resources share. */
@Global()
@Module({ providers: [ManagementClient], exports: [ManagementClient] })
export class ManagementModule {}
