import { Global, Module } from '@nestjs/common';
import { APP_GUARD, HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { LimitsModule } from '../limits/limits.module.js';
import { AccessGuard } from './access.guard.js';
import { ApiKeyIndex } from './api-key-index.js';
import { addAuthentication } from './authentication.hook.js';
import { Authenticator } from './authenticator.js';
import { NamedProject } from './named-project.js';
import { ProjectAccess } from './project-access.js';

/** Who may do what: authentication before a body is read, permissions before a handler runs. */
@Global()
@Module({
  imports: [LimitsModule],
  providers: [ApiKeyIndex, Authenticator, ProjectAccess, NamedProject, { provide: APP_GUARD, useClass: AccessGuard }],
  exports: [ProjectAccess, NamedProject],
})
export class AuthModule {
  constructor({ httpAdapter }: HttpAdapterHost, authenticator: Authenticator) {
    addAuthentication(httpAdapter.getInstance<FastifyInstance>(), authenticator);
  }
}
