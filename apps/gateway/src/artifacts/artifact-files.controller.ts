import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { artifactBytesSchema } from '@earshot/dto-storage';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/route.decorators.js';
import { RawOperation, Resource } from '../openapi/operation.decorator.js';
import { ArtifactsService } from './artifacts.service.js';

/** Artifacts as files, at the address that the interface gives them and at the one that some clients use. */
@Resource('Artifacts')
@RequirePermission('data')
@Controller(['artifacts', 'api/v1/artifacts'])
export class ArtifactFilesController {
  constructor(private readonly artifacts: ArtifactsService) {}

  @Get(':artifact/download')
  @RouteConfig({ producesBytes: true })
  @RawOperation({
    id: 'downloadArtifact',
    summary: 'Download an artifact',
    description: 'Returns the file as an attachment, with its own content type.',
    answers: { '*/*': artifactBytesSchema },
    also: [206, 304, 307],
    errors: ['range_not_satisfiable'],
  })
  download(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Param('artifact') artifact: string) {
    return this.artifacts.send(request, reply, artifact);
  }
}
