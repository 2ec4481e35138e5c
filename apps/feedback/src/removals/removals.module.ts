import { Module } from '@nestjs/common';
import { RemovalsRepository } from './removals.repository.js';
import { RemovalsService } from './removals.service.js';

/** What becomes of rows whose metric is gone. */
@Module({ providers: [RemovalsService, RemovalsRepository] })
export class RemovalsModule {}
