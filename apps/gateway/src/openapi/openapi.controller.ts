import { Controller, Get, Req, Res } from '@nestjs/common';
import { Public } from '@earshot/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { OpenApiFile } from './openapi-file.js';
import { RawOperation, Resource } from './operation.decorator.js';

const documentSchema = z
  .looseObject({ openapi: z.literal('3.1.1').describe('Version of the specification.') })
  .meta({ id: 'OpenApiDocument', description: 'OpenAPI document.', examples: [{ openapi: '3.1.1' }] });

/** Serves the OpenAPI document. */
@Public()
@Resource('Service')
@Controller('openapi.json')
export class OpenApiController {
  constructor(private readonly document: OpenApiFile) {}

  @Get()
  @RawOperation({
    id: 'readOpenApi',
    summary: 'Get the OpenAPI document',
    description: 'OpenAPI 3.1, generated from the schemas that validate requests.',
    answers: { 'application/json': documentSchema },
    also: [304],
  })
  read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.document.file.send(request, reply);
  }
}
