import { Injectable } from '@nestjs/common';
import type { ArtifactFile } from '@earshot/contracts-storage';
import type { ArtifactResponse, CreateArtifact } from '@earshot/dto-storage';
import { StoredObjects } from '@earshot/storage-client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FilesClient } from '../files/files.client.js';
import { FilesService } from '../files/files.service.js';
import { callerOf, type RequestContext } from '../auth/request-context.js';
import { writeIds } from '../http/write-ids.js';

/** Manages artifacts. */
@Injectable()
export class ArtifactsService extends FilesService<'artifact', ArtifactResponse> {
  constructor(files: FilesClient, objects: StoredObjects) {
    super('artifact', files, objects);
  }

  /** Resolves once the file is assembled. */
  async create(context: RequestContext, project_id: string, body: CreateArtifact): Promise<ArtifactResponse> {
    const { command, entity: id } = writeIds(context, project_id);
    const created = await this.files.create({ kind: 'artifact', id, project_id, ...body }, command, context);
    return this.show(await this.files.waitUntilProcessed(created, context.call));
  }

  /** Sends an artifact. Its address names no project: the caller's key decides which artifacts exist. */
  async send(request: FastifyRequest, reply: FastifyReply, file: string): Promise<void> {
    const ref = { project_id: callerOf(request).projectId, file, format: 'original' } as const;
    await this.stream(request, reply, ref);
  }

  protected override show({ kind: _, status: __, sha256, ...artifact }: ArtifactFile): ArtifactResponse {
    return { ...artifact, sha256: sha256 ?? '', url: `/artifacts/${artifact.id}/download` };
  }
}
