import { Module } from '@nestjs/common';
import { ReferencesRepository } from './references.repository.js';
import { ReferencesService } from './references.service.js';

/** What feedback may be about. */
@Module({ providers: [ReferencesService, ReferencesRepository], exports: [ReferencesService, ReferencesRepository] })
export class ReferencesModule {}
