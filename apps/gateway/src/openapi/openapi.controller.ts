import { Controller, Get, Req, Res, Injectable } from '@nestjs/common';
import { Public } from '@earshot/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DiscoveryService } from '@nestjs/core';
import { RawOperation, Resource } from './operation.decorator.js';
import { openApiDocument } from './document.js';
import { routesOf } from './route-inventory.js';
import { StaticFile } from '../http/static-file.js';

const documentSchema = z
  .looseObject({ openapi: z.literal('3.1.1').describe('Version of the specification.') })
  .meta({ id: 'OpenApiDocument', description: 'OpenAPI document.', examples: [{ openapi: '3.1.1' }] });

/** Version of the HTTP interface. */
const version = '0.1.0';

/** The OpenAPI document of this gateway, generated once at startup. */
@Injectable()
export class OpenApiFile {
  readonly file: StaticFile;

  constructor(discovery: DiscoveryService) {
    const document = openApiDocument(routesOf(discovery), version);
    this.file = new StaticFile(JSON.stringify(document), 'application/json; charset=utf-8');
  }
}

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
