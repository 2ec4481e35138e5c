import { Injectable } from '@nestjs/common';
import { StoredObjects } from '@earshot/storage-client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProjectAccess } from '../auth/project-access.js';
import { sendFile } from '../bucket-transfer/send-file.js';
import { callerOf } from '../http/request-context.js';
import { ImagesService } from './images.service.js';

/** A name never changes its meaning; only who has a key may see it, so no shared cache may keep it. */
const headers = {
  'cache-control': 'private, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
};

/** Sends images as files. */
@Injectable()
export class ImageFilesService {
  constructor(
    private readonly access: ProjectAccess,
    private readonly images: ImagesService,
    private readonly objects: StoredObjects,
  ) {}

  /** @throws AppError `project_forbidden`, `image_not_found`, `range_not_satisfiable`, `service_unavailable` */
  async send(request: FastifyRequest, reply: FastifyReply, project: string, filename: string): Promise<void> {
    const { id } = await this.access.resolve(callerOf(request), project);
    const image = await this.images.locate(id, filename, request.call);
    const file = { contentType: image.content_type, size: image.size, version: image.sha256, headers };
    await sendFile(request, reply, file, (range) => this.objects.open(image, range));
  }
}
