import { Controller, Param, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { ImageResponse } from '@earshot/dto-storage';
import type { FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/access.decorators.js';
import { ProjectAccess } from '../auth/project-access.js';
import { readBytes } from '../http/read-bytes.js';
import { callerOf } from '../http/request-context.js';
import { imageBytes } from './image.js';
import { ImagesService } from './images.service.js';

/** Images that are sent to be kept. */
@RequirePermission('data')
@Controller('api/v1/projects/:project/images')
export class ImagesController {
  constructor(
    private readonly access: ProjectAccess,
    private readonly images: ImagesService,
  ) {}

  @Post()
  @RouteConfig({ bodyBytes: imageBytes, takesBytes: true })
  async add(@Req() request: FastifyRequest, @Param('project') project: string): Promise<ImageResponse> {
    const { id } = await this.access.resolve(callerOf(request), project);
    return this.images.add(id, await readBytes(request), request.call);
  }
}
