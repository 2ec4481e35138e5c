import { createParamDecorator, Injectable, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { contextOf, type ProjectContext, type RequestContext } from '../http/request-context.js';
import { ProjectAccess } from './project-access.js';

/** A request and the `:project` of its path. */
interface UnresolvedProject {
  readonly context: RequestContext;
  readonly idOrKey: string;
}

/** Looks up the project that the path of a request names. */
@Injectable()
export class ProjectPipe implements PipeTransform<UnresolvedProject, Promise<ProjectContext>> {
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
