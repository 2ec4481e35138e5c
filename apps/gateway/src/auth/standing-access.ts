import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/request-context.js';
import { AccessGuard, AuthenticationGuard } from './access.guard.js';
import { ProjectAccess } from './project-access.js';

/** Checks again that the caller of a long response may still receive it. */
@Injectable()
export class StandingAccess {
  constructor(
    private readonly authentication: AuthenticationGuard,
    private readonly access: AccessGuard,
    private readonly projects: ProjectAccess,
  ) {}

  /** @throws AppError as the guards of the request do: its key, permission or project is gone. */
  async check(request: FastifyRequest, reply: FastifyReply, projectId: string): Promise<void> {
    await this.authentication.check(request, reply);
    this.access.check(request);
    await this.projects.resolve(callerOf(request), projectId);
  }
}
