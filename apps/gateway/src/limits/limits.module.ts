import { Module } from '@nestjs/common';
import { Admission } from './admission.js';
import { UsageExchange } from './usage-exchange.js';
import { UsageTable } from './usage-table.js';

/** What API keys may use at most, over all gateways. */
@Module({ providers: [Admission, UsageTable, UsageExchange], exports: [Admission] })
export class LimitsModule {}
