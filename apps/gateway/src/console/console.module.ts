import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { notFound } from '@earshot/errors';
import type { FastifyInstance } from 'fastify';
import { ConsoleFiles } from './console-files.js';

const unbuilt = 'The console is not built. Run `npm run build`, then restart the gateway.';

/** `/console`: a page, no part of the API, so that `/openapi.json` does not describe it. */
@Module({ providers: [ConsoleFiles] })
export class ConsoleModule implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly files: ConsoleFiles,
  ) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    server.get('/console', (_request, reply) => reply.redirect('/console/', 308));
    server.get<{ Params: { '*': string } }>('/console/*', (request, reply) => {
      const file = this.files.find(request.params['*']);
      const path = request.url.split('?', 1)[0] as string;
      if (file === undefined) throw notFound('path', path, this.files.isBuilt ? {} : { hint: unbuilt });
      file.send(request, reply);
    });
  }
}
