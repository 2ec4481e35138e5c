import { Global, Module } from '@nestjs/common';
import { DiscoveryModule, HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { LimitsGuard } from '../limits/limits.guard.js';
import { ProjectSlots } from '../limits/project-slots.js';
import { UsageExchange } from '../limits/usage-exchange.js';
import { UsageTable } from '../limits/usage-table.js';
import { AccessGuard, ProjectGuard, AuthenticationGuard } from './access.guard.js';
import { ApiKeyIndex } from './api-key-index.js';
import { Authenticator } from './authenticator.js';
import { KeyUses } from './key-uses.js';
import { ProjectAccess } from './project-access.js';
import { addGuards } from './request-guards.js';
import { RouteRules } from './route-rules.js';
import { SessionIndex } from './session-index.js';
import { StandingAccess } from './standing-access.js';

/** Authentication, permissions and limits. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    ...[ApiKeyIndex, SessionIndex, Authenticator, KeyUses, RouteRules, ProjectAccess],
    ...[ProjectSlots, UsageTable, UsageExchange],
    ...[AuthenticationGuard, AccessGuard, LimitsGuard, ProjectGuard, StandingAccess],
  ],
  exports: [
    ...[ProjectAccess, ProjectSlots, ApiKeyIndex, SessionIndex, Authenticator, KeyUses, LimitsGuard],
    StandingAccess,
  ],
})
export class AuthModule {
  constructor(
    { httpAdapter }: HttpAdapterHost,
    authentication: AuthenticationGuard,
    access: AccessGuard,
    limits: LimitsGuard,
    project: ProjectGuard,
  ) {
    addGuards(httpAdapter.getInstance<FastifyInstance>(), [authentication, access, limits, project]);
  }
}
