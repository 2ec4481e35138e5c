import { Controller, Delete, Param, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { imageFileSchema, imageResponseSchema, type ImageResponse } from '@earshot/dto-storage';
import type { FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/route.decorators.js';
import { ProjectAccess } from '../auth/project-access.js';
import { readBytes } from '../http/read-body.js';
import { callerOf, managementCall } from '../auth/request-context.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { imageBytes, ImagesService } from './images.service.js';
import { imageErrors } from '../openapi/route-errors.js';

/** Images that are sent to be kept. */
@Resource('Images')
@RequirePermission('data')
@Controller('api/v1/projects/:project/images')
export class ImagesController {
  constructor(
    private readonly access: ProjectAccess,
    private readonly images: ImagesService,
  ) {}

  @Post()
  @RouteConfig({ bodyBytes: imageBytes, takesBytes: true })
  @Operation({
    id: 'addImage',
    summary: 'Upload an image',
    description:
      'The body is the image file, at most 20 MiB. The image type is detected from its first bytes; the content type is ' +
      'ignored.',
    takes: {
      'image/png': imageFileSchema,
      'image/jpeg': imageFileSchema,
      'image/webp': imageFileSchema,
      'image/gif': imageFileSchema,
      'application/octet-stream': imageFileSchema,
    },
    answer: imageResponseSchema,
    errors: [...imageErrors],
  })
  async add(@Req() request: FastifyRequest, @Param('project') project: string): Promise<ImageResponse> {
    const { id } = await this.access.resolve(callerOf(request), project);
    return this.images.add(id, await readBytes(request), request.call);
  }

  @Delete(':filename')
  @Operation({
    id: 'deleteImage',
    summary: 'Delete an image',
    description:
      'Deletes the image for all callers, because a project stores each image once. The image cannot be read once the ' +
      'response arrives. Interactions that reference it are kept. A provider may still receive it for up to one minute, ' +
      'in a chat that references it.',
    path: { filename: { description: 'File name in the address of the image.', example: `${'a'.repeat(64)}.png` } },
    errors: ['image_not_found'],
  })
  async delete(
    @Req() request: FastifyRequest,
    @Param('project') project: string,
    @Param('filename') filename: string,
  ): Promise<void> {
    const { id } = await this.access.resolve(callerOf(request), project);
    await this.images.delete(id, filename, managementCall(request));
  }
}
