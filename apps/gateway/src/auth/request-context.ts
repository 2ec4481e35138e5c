import { createParamDecorator, Injectable, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import type { Project } from '@earshot/contracts-projects';
import { invalidRequest } from '@earshot/errors';
import type { FastifyRequest } from 'fastify';
import type { RepeatableRequest } from '../http/write-ids.js';
import type { Caller } from './caller.js';
import { ProjectAccess } from './project-access.js';

/** The caller, trace and idempotency key of a management request. */
export interface RequestContext extends RepeatableRequest {
  readonly caller: Caller;
  readonly call: CallContext;
}

/** A {@link RequestContext} of a route below `/api/v1/projects/:project`, with that project. */
export interface ProjectContext extends RequestContext {
  readonly project: Project;
}

/** Injects the {@link RequestContext}. @throws AppError `idempotency_key_invalid` */
export const Context = createParamDecorator((_: unknown, context: ExecutionContext) =>
  contextOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** Returns the context of a request. @throws AppError `idempotency_key_invalid` */
export function contextOf(request: FastifyRequest): RequestContext {
  return {
    caller: callerOf(request),
    call: managementCall(request),
    operation: `${request.method} ${request.url.split('?', 1)[0]}`,
    idempotencyKey: idempotencyKeyOf(request),
  };
}

/** Returns the call context of a management request, with its caller for the audit log. */
export function managementCall(request: FastifyRequest): CallContext {
  const { keyId, keyName } = callerOf(request);
  return { ...request.call, actor: { key_id: keyId, key_name: keyName, address: request.ip } };
}

/** Returns the caller. @throws Error on a public route. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (caller === null) throw new Error('The route was called without authentication.');
  return caller;
}

function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const message = 'The header Idempotency-Key must have 1 to 255 visible ASCII characters.';
  throw invalidRequest('idempotency_key_invalid', message, { param: 'Idempotency-Key' });
}

/** A request and the `:project` of its path. */
interface UnresolvedProject {
  readonly context: RequestContext;
  readonly idOrKey: string;
}

/** Looks up the project that the path of a request names. */
@Injectable()
class ProjectPipe implements PipeTransform<UnresolvedProject, Promise<ProjectContext>> {
  constructor(private readonly access: ProjectAccess) {}

  /** @throws AppError as {@link ProjectAccess.resolve}. */
  async transform({ context, idOrKey }: UnresolvedProject): Promise<ProjectContext> {
    return { ...context, project: await this.access.resolve(context.caller, idOrKey) };
  }
}

const unresolved = createParamDecorator((_: unknown, context: ExecutionContext): UnresolvedProject => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return { context: contextOf(request), idOrKey: (request.params as { project: string }).project };
});

/** Injects the {@link ProjectContext} of a route below `/api/v1/projects/:project`. */
export const InProject = () => unresolved(ProjectPipe);
