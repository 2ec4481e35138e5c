import { Module } from '@nestjs/common';
import { Admission } from './admission.js';
import { ProjectPlaces } from './project-places.js';
import { UsageExchange } from './usage-exchange.js';
import { UsageTable } from './usage-table.js';

/** What API keys may use at most, over all gateways, and projects at one time in this one. */
@Module({ providers: [Admission, ProjectPlaces, UsageTable, UsageExchange], exports: [Admission, ProjectPlaces] })
export class LimitsModule {}
