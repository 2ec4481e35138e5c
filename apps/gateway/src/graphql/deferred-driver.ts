import { MercuriusDriver, type MercuriusDriverConfig } from '@nestjs/mercurius';
import type { FastifyInstance } from 'fastify';
import { mercurius, type MercuriusOptions } from 'mercurius';

/**
 * Registers Mercurius without waiting for it. Waiting would boot Fastify before Nest has set its error handler, and
 * all routes would keep Fastify's own.
 */
export class DeferredDriver extends MercuriusDriver {
  override start(options: MercuriusDriverConfig): Promise<void> {
    const server = this.httpAdapterHost.httpAdapter.getInstance<FastifyInstance>();
    void server.register(mercurius, options as MercuriusOptions);
    return Promise.resolve();
  }
}
