import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { FastifyRequest, FastifyReply } from 'fastify';
import { callerOf } from '../auth/request-context.js';
import { adminRequired, permissionMissing } from './access.errors.js';
import { ProjectAccess } from './project-access.js';
import type { RequestGuard } from '../http/request-guards.js';
import { RouteValues } from '../http/route-handlers.js';
import { accessRuleOf, type AccessRule } from './route.decorators.js';
import { Authenticator, type SessionCaller } from './authenticator.js';
import type { BrowserSession, Caller } from './caller.js';
import { checkCsrf } from './csrf.js';
import { sessionTokenOf } from './session-cookie.js';
import { KeyUseRecorder } from './key-use-recorder.js';

/** The caller of a request, and the session by which it was found. */
interface Identity {
  readonly caller: Caller;
  readonly session: BrowserSession | null;
}

/** Sets the caller of a request from its API key, or else from the session of its cookie. */
@Injectable()
export class AuthenticationGuard implements RequestGuard {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly keyUses: KeyUseRecorder,
  ) {}

  /** @throws AppError `api_key_missing`, `api_key_invalid`, `sign_in_required`, `csrf_token_invalid` */
  check(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
    const accept = ({ caller, session }: Identity) => {
      if (session !== null) checkCsrf(request, session.token);
      request.caller = caller;
      request.browserSession = session;
      this.keyUses.note(caller.keyId);
    };
    const reject = (error: unknown): never => {
      reply.header('www-authenticate', 'Bearer');
      throw error as Error;
    };
    let identity: Identity | Promise<Identity>;
    try {
      identity = this.#identify(request);
    } catch (error) {
      return reject(error);
    }
    return identity instanceof Promise ? identity.then(accept, reject) : accept(identity);
  }

  #identify(request: FastifyRequest): Identity | Promise<Identity> {
    const authorization = authorizationOf(request);
    const token = authorization === undefined ? sessionTokenOf(request) : undefined;
    if (token === undefined) {
      const caller = this.authenticator.authenticate(authorization);
      return caller instanceof Promise ? caller.then(ofKey) : ofKey(caller);
    }
    const ofSession = ({ caller, session: { id, expires_at } }: SessionCaller) => ({
      caller,
      session: { id, token, expires_at },
    });
    const found = this.authenticator.callerOfSession(token);
    return found instanceof Promise ? found.then(ofSession) : ofSession(found);
  }
}

/** Clients of Anthropic send the key in a header of its own. */
function authorizationOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['x-api-key'];
  return headers.authorization ?? (typeof key === 'string' ? `Bearer ${key}` : undefined);
}

function ofKey(caller: Caller): Identity {
  return { caller, session: null };
}

/** Checks the permission that a route requires. */
@Injectable()
export class AccessGuard implements RequestGuard {
  readonly #rules: RouteValues<AccessRule | null | undefined>;

  constructor(discovery: DiscoveryService) {
    this.#rules = new RouteValues(discovery, accessRuleOf);
  }

  /** @throws AppError `admin_key_required`, `permission_missing`; Error for a route without a rule. */
  check(request: FastifyRequest): void {
    const access = this.#rules.of(request);
    if (access !== null) checkRule(access, callerOf(request));
  }
}

/**
 * Checks the rule of a route, or of a field of GraphQL.
 * @throws AppError `admin_key_required`, `permission_missing`; Error without a rule.
 */
export function checkRule(rule: AccessRule | null | undefined, { projectId, permissions }: Caller): void {
  if (!rule) throw new Error('The route has no access rule.');
  if (rule.admin && projectId !== null) throw adminRequired();
  if (rule.permission !== null && !permissions.has(rule.permission)) throw permissionMissing(rule.permission);
}

/** Path of the routes of one project. */
const projectRoutes = '/api/v1/projects/:project';

/**
 * Checks that a key of a project names its own project in the path. A project in the body is checked once that is read.
 */
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
