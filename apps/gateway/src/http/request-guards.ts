import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Paths of probes and of the metrics. They are no requests of callers: no metric counts them. */
export const probePaths: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics']);

/** Paths of probes and documentation: they need no API key and are not traced. */
export const servicePaths: ReadonlySet<string> = new Set([
  ...probePaths,
  '/openapi.json',
  '/docs',
  '/docs/',
  '/docs/:file',
  '/console',
  '/console/*',
]);

/** Paths that need no API key. Every other path needs one, those of new routes included. */
export const publicPaths: ReadonlySet<string> = new Set([...servicePaths, '/api/v1/sessions']);

/** Decides whether a request may proceed. Like Nest's `CanActivate`, but run before the body is read. */
export interface RequestGuard {
  /** Returns a promise only if it has to wait. @throws AppError to reject the request. */
  check(request: FastifyRequest, reply: FastifyReply): void | Promise<void>;
}

/**
 * Runs the guards in order in Fastify's `onRequest`, before the body is read and `100 Continue` is sent. Nest's own
 * guards run after the body is parsed, so a client without a key could make this process buffer 32 MiB. Public and
 * unknown paths pass.
 */
export function addGuards(server: FastifyInstance, guards: readonly RequestGuard[]): void {
  for (const guard of guards) {
    server.addHook('onRequest', (request, reply, done) => {
      if (request.is404 || publicPaths.has(request.routeOptions.url ?? '')) return done();
      try {
        const pending = guard.check(request, reply);
        if (pending === undefined) return done();
        pending.then(() => done(), done);
      } catch (error) {
        done(error as Error);
      }
    });
  }
}
