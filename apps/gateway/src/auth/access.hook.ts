import type { ProjectDirectory } from '@earshot/directory';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admission } from '../limits/admission.js';
import type { ProjectPlaces } from '../limits/project-places.js';
import type { AccessRule } from './access.decorators.js';
import { adminRequired, permissionMissing } from './access.errors.js';
import type { Caller } from './caller.js';
import type { ProjectAccess } from './project-access.js';
import { publicPaths } from './public-paths.js';
import type { RouteRules } from './route-rules.js';

/** Where routes of one project are. */
const projectRoutes = '/api/v1/projects/:project';

/** Decides by key and route who is let in. */
export interface Doorkeepers {
  readonly rules: RouteRules;
  readonly admission: Pick<Admission, 'admit' | 'count'>;
  readonly places: Pick<ProjectPlaces, 'take'>;
  readonly directory: Pick<ProjectDirectory, 'find'>;
  readonly projects: Pick<ProjectAccess, 'resolve'>;
}

/**
 * Holds every request to what its route requires, the caller's key to its limits, and a project's key to its project, before a byte of the body
 * is read. What the body names is checked where it is read.
 */
export function addAccess(server: FastifyInstance, keepers: Doorkeepers): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.is404 || publicPaths.has(request.routeOptions.url ?? '')) return done();
    try {
      const asked = letIn(request, reply, keepers);
      if (!(asked instanceof Promise)) return done();
      asked.then(() => done(), done);
    } catch (error) {
      done(error as Error);
    }
  });
}

/** @throws AppError `admin_key_required`, `permission_missing`, `project_forbidden`, and those of limits. */
function letIn(request: FastifyRequest, reply: FastifyReply, keepers: Doorkeepers): unknown {
  const { rules, admission, places, directory, projects } = keepers;
  const { caller, method } = request;
  const url = request.routeOptions.url ?? '';
  const { access, counts } = rules.of(method, url);
  if (access === null) return undefined;
  if (caller === null) throw new Error('This route was reached without authentication.');
  check(caller, access);
  // A key of the installation names its project in the body: it is counted there.
  if (counts && caller.projectId !== null) {
    places.take(directory.find(caller.projectId) ?? { id: caller.projectId }, request, reply);
  }
  // After the project: what that refuses costs its key nothing.
  if (caller.limited !== null) {
    if (counts) admission.admit(caller.limited, request, reply);
    else admission.count(caller.limited, reply);
  }
  if (caller.projectId === null || !url.startsWith(projectRoutes)) return undefined;
  return projects.resolve(caller, (request.params as { project: string }).project);
}

function check(caller: Caller, { admin, permission }: AccessRule): void {
  if (admin && caller.projectId !== null) throw adminRequired();
  if (permission !== null && !caller.permissions.has(permission)) throw permissionMissing(permission);
}
