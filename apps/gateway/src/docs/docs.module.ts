import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { DocsController } from './docs.controller.js';
import { DocsFiles } from './docs-files.js';

/** `/docs` */
@Module({ controllers: [DocsController], providers: [DocsFiles] })
export class DocsModule implements OnModuleInit {
  constructor(private readonly host: HttpAdapterHost) {}

  /** From `/docs/` the addresses in the page would lead nowhere; Nest has no routes that end in a slash. */
  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    server.get('/docs/', (_request, reply) => reply.redirect('../docs', 308));
  }
}
