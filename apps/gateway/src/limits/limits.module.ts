import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { LimitsGuard } from './limits.guard.js';
import { ProjectSlots } from './project-slots.js';
import { UsageExchange } from './usage-exchange.js';
import { UsageTable } from './usage-table.js';

/** Limits of projects and API keys. */
@Module({
  imports: [DiscoveryModule],
  providers: [LimitsGuard, ProjectSlots, UsageTable, UsageExchange],
  exports: [LimitsGuard, ProjectSlots, UsageTable],
})
export class LimitsModule {}
