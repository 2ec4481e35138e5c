import { Injectable } from '@nestjs/common';
import type { ListQuery } from '@earshot/dto-common';
import type { ArtifactResponse, CreateArtifact } from '@earshot/dto-storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProjectAccess } from '../auth/project-access.js';
import { FileDownloads } from '../files/file-downloads.service.js';
import { Files } from '../files/files.client.js';
import { callerOf, type RequestContext } from '../http/request-context.js';
import { showPage, type Page } from '../management/page.js';
import { writeIds } from '../management/write-ids.js';
import { toArtifactResponse } from './artifact.mapper.js';

const kind = 'artifact';

/** Turns requests about artifacts into commands to the storage service. */
@Injectable()
export class ArtifactsService {
  constructor(
    private readonly access: ProjectAccess,
    private readonly files: Files,
    private readonly downloads: FileDownloads,
  ) {}

  /** Answered once the file is put together. */
  async create(context: RequestContext, project: string, body: CreateArtifact): Promise<ArtifactResponse> {
    const { id: project_id } = await this.access.resolve(context.caller, project);
    const { command, entity } = writeIds(context, project_id);
    const made = await this.files.create({ kind, id: entity, project_id, ...body }, command, context.call);
    return toArtifactResponse(await this.files.settled(made, context.call));
  }

  async list({ caller, call }: RequestContext, project: string, page: ListQuery): Promise<Page<ArtifactResponse>> {
    const { id: project_id } = await this.access.resolve(caller, project);
    return showPage(await this.files.list({ ...page, kind, project_id }, call), toArtifactResponse);
  }

  async read({ caller, call }: RequestContext, project: string, file: string): Promise<ArtifactResponse> {
    const { id: project_id } = await this.access.resolve(caller, project);
    return toArtifactResponse(await this.files.read({ kind, project_id, file }, call));
  }

  async remove(context: RequestContext, project: string, file: string): Promise<void> {
    const { id: project_id } = await this.access.resolve(context.caller, project);
    await this.files.delete({ kind, project_id, file }, writeIds(context, project_id).command, context);
  }

  /** The address names no project: what is not of the caller's is not there. */
  async send(request: FastifyRequest, reply: FastifyReply, file: string): Promise<void> {
    const which = { kind, project_id: callerOf(request).projectId, file, format: 'original' } as const;
    await this.downloads.send(request, reply, which, ({ name }) => name);
  }
}
