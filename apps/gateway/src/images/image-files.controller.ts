import { Controller, Get, Head, Param, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/access.decorators.js';
import { ImageFilesService } from './image-files.service.js';

/** Images as files, at the address that the interface gives them and at the one that some clients use. */
@RequirePermission('data')
@Controller(['images', 'api/v1/images'])
export class ImageFilesController {
  constructor(private readonly files: ImageFilesService) {}

  // Before `Get`: for a path that has none, Fastify makes one of its own, which reads the whole file.
  @Head(':project/:filename')
  @RouteConfig({ producesBytes: true })
  head(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('project') project: string,
    @Param('filename') filename: string,
  ): Promise<void> {
    return this.files.send(request, reply, project, filename);
  }

  @Get(':project/:filename')
  @RouteConfig({ producesBytes: true })
  read(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('project') project: string,
    @Param('filename') filename: string,
  ): Promise<void> {
    return this.files.send(request, reply, project, filename);
  }
}
