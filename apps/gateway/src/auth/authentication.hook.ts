import type { FastifyInstance } from 'fastify';
import type { Authenticator } from './authenticator.js';
import type { KeyUses } from './key-uses.js';
import { publicPaths } from './public-paths.js';

/**
 * Authenticates before the body is read, so that nobody without a key makes this process hold 32 MiB. Unknown paths and methods are told
 * without a key.
 */
export function addAuthentication(server: FastifyInstance, authenticator: Authenticator, uses: KeyUses): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.is404 || publicPaths.has(request.routeOptions.url ?? '')) return done();
    const refuse = (error: unknown) => {
      reply.header('www-authenticate', 'Bearer');
      done(error as Error);
    };
    try {
      const found = authenticator.authenticate(request.headers.authorization);
      if (!(found instanceof Promise)) {
        request.caller = found;
        uses.note(found.keyId);
        return done();
      }
      found.then((caller) => {
        request.caller = caller;
        uses.note(caller.keyId);
        done();
      }, refuse);
    } catch (error) {
      refuse(error);
    }
  });
}
