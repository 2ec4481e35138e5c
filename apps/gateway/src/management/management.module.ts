import { Global, Module } from '@nestjs/common';
import { ManagementClient } from './management.client.js';

/** What all management of resources shares. */
@Global()
@Module({ providers: [ManagementClient], exports: [ManagementClient] })
export class ManagementModule {}
