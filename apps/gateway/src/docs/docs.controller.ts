import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { notFound } from '@earshot/errors';
import { Public } from '@earshot/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { RawOperation, Resource } from '../openapi/operation.decorator.js';
import { DocsFiles } from './docs-files.js';

const pageSchema = z
  .string()
  .meta({ id: 'DocsPage', description: 'HTML documentation page.', examples: ['<!doctype html>'] });

const textSchema = z
  .string()
  .meta({ id: 'DocsFile', description: 'Script or style sheet of the documentation page.', examples: ['body {}'] });

const imageSchema = z
  .unknown()
  .meta({ id: 'DocsImage', description: 'Icon of the documentation page.', contentMediaType: 'image/png' });

/** Serves the interactive API documentation. */
@Public()
@Resource('Service')
@Controller('docs')
export class DocsController {
  constructor(private readonly files: DocsFiles) {}

  @Get()
  @RawOperation({
    id: 'readDocs',
    summary: 'Get the documentation page',
    answers: { 'text/html': pageSchema },
    also: [304],
  })
  read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.files.page.send(request, reply);
  }

  @Get(':file')
  @RawOperation({
    id: 'readDocsFile',
    summary: 'Get a file of the documentation page',
    path: { file: { description: 'Name of the file.', example: 'init.js' } },
    answers: { 'text/javascript': textSchema, 'text/css': textSchema, 'image/png': imageSchema },
    also: [304],
    errors: ['path_not_found'],
  })
  readFile(@Param('file') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const file = this.files.find(name);
    if (file === undefined) throw notFound('path', request.url.split('?', 1)[0] as string);
    file.send(request, reply);
  }
}
