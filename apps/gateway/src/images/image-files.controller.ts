import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { imageFileSchema } from '@earshot/dto-storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/route.decorators.js';
import { ProjectAccess } from '../auth/project-access.js';
import { callerOf } from '../auth/request-context.js';
import { RawOperation, Resource } from '../openapi/operation.decorator.js';
import { ImagesService } from './images.service.js';

/** Images as files, at their address and at the one that some clients derive from the base address. */
@Resource('Images')
@RequirePermission('data')
@Controller(['images', 'api/v1/images'])
export class ImageFilesController {
  constructor(
    private readonly access: ProjectAccess,
    private readonly images: ImagesService,
  ) {}

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
  async read(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('project') project: string,
    @Param('filename') filename: string,
  ) {
    const { id } = await this.access.resolve(callerOf(request), project);
    await this.images.send(request, reply, id, filename);
  }
}
