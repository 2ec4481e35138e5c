import { Injectable } from '@nestjs/common';
import type { FastifyRequest, FastifyReply } from 'fastify';
import { callerOf } from '../http/request-context.js';
import { adminRequired, permissionMissing } from './access.errors.js';
import { ProjectAccess } from './project-access.js';
import type { RequestGuard } from './request-guards.js';
import { RouteRules } from './route-rules.js';
import { Authenticator } from './authenticator.js';
import type { Caller } from './caller.js';
import { KeyUses } from './key-uses.js';

/** Sets the caller of a request from its API key. */
@Injectable()
export class AuthenticationGuard implements RequestGuard {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly uses: KeyUses,
  ) {}

  /** @throws AppError `api_key_missing`, `api_key_invalid` */
  check(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
    const accept = (caller: Caller) => {
      request.caller = caller;
      this.uses.note(caller.keyId);
    };
    const reject = (error: unknown): never => {
      reply.header('www-authenticate', 'Bearer');
      throw error as Error;
    };
    let caller: Caller | Promise<Caller>;
    try {
      caller = this.authenticator.authenticate(request.headers.authorization);
    } catch (error) {
      return reject(error);
    }
    return caller instanceof Promise ? caller.then(accept, reject) : accept(caller);
  }
}

/** Checks the permission that a route requires. */
@Injectable()
export class AccessGuard implements RequestGuard {
  constructor(private readonly rules: RouteRules) {}

  /** @throws AppError `admin_key_required`, `permission_missing` */
  check(request: FastifyRequest): void {
    const { access } = this.rules.of(request);
    if (access === null) return;
    const { projectId, permissions } = callerOf(request);
    if (access.admin && projectId !== null) throw adminRequired();
    if (access.permission !== null && !permissions.has(access.permission)) throw permissionMissing(access.permission);
  }
}

/** Path of the routes of one project. */
const projectRoutes = '/api/v1/projects/:project';

/** Checks that a key of a project names its own project in the path. A project in the body is checked once that is read. */
@Injectable()
export class ProjectGuard implements RequestGuard {
  constructor(private readonly projects: ProjectAccess) {}

  /** @throws AppError `project_forbidden` */
  check({ caller, routeOptions, params }: FastifyRequest): void | Promise<void> {
    if (!caller || caller.projectId === null || !routeOptions.url?.startsWith(projectRoutes)) return;
    const project = this.projects.resolve(caller, (params as { project: string }).project);
    if (project instanceof Promise) return project.then(() => undefined);
  }
}
