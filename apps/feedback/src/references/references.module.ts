import { Module } from '@nestjs/common';
import { ReferencesRepository } from './references.repository.js';
import { ReferencesService } from './references.service.js';

/** The completions and sessions that feedback can be about. */
@Module({ providers: [ReferencesService, ReferencesRepository], exports: [ReferencesService, ReferencesRepository] })
export class ReferencesModule {}
