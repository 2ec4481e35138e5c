import { Controller, Get, Head, Param, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { imageFileSchema } from '@earshot/dto-storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/access.decorators.js';
import { RawOperation, Resource } from '../openapi/operation.decorator.js';
import { ImageFilesService } from './image-files.service.js';

/** Images as files, at the address that the interface gives them and at the one that some clients use. */
@Resource('Images')
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
  @RawOperation({
    id: 'readImage',
    summary: 'Get an image',
    description: 'The content at an address never changes.',
    path: {
      filename: {
        description: 'SHA-256 of the image in hex, plus its extension.',
        example: `${'0123456789abcdef'.repeat(4)}.png`,
      },
    },
    answers: {
      'image/png': imageFileSchema,
      'image/jpeg': imageFileSchema,
      'image/webp': imageFileSchema,
      'image/gif': imageFileSchema,
    },
    also: [206, 304],
    errors: ['image_not_found', 'object_not_found', 'range_not_satisfiable'],
  })
  read(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('project') project: string,
    @Param('filename') filename: string,
  ): Promise<void> {
    return this.files.send(request, reply, project, filename);
  }
}
