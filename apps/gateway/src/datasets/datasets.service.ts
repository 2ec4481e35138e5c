import { Injectable } from '@nestjs/common';
import type { ListQuery } from '@earshot/dto-common';
import type { CreateDataset, DatasetDownloadQuery, DatasetResponse } from '@earshot/dto-storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProjectAccess } from '../auth/project-access.js';
import { FileDownloads } from '../files/file-downloads.service.js';
import { Files } from '../files/files.client.js';
import { callerOf, type RequestContext } from '../http/request-context.js';
import { showPage, type Page } from '../management/page.js';
import { writeIds } from '../management/write-ids.js';
import { toDatasetResponse } from './dataset.mapper.js';

const kind = 'dataset';

/** Turns requests about datasets into commands to the storage service. */
@Injectable()
export class DatasetsService {
  constructor(
    private readonly access: ProjectAccess,
    private readonly files: Files,
    private readonly downloads: FileDownloads,
  ) {}

  async create(context: RequestContext, project: string, body: CreateDataset): Promise<DatasetResponse> {
    const { id: project_id } = await this.access.resolve(context.caller, project);
    const { command, entity } = writeIds(context, project_id);
    const { key, name = key, upload_session_id } = body;
    const dataset = { kind, id: entity, project_id, key, name, upload_session_id } as const;
    return toDatasetResponse(await this.files.create(dataset, command, context.call));
  }

  async list({ caller, call }: RequestContext, project: string, page: ListQuery): Promise<Page<DatasetResponse>> {
    const { id: project_id } = await this.access.resolve(caller, project);
    return showPage(await this.files.list({ ...page, kind, project_id }, call), toDatasetResponse);
  }

  async read({ caller, call }: RequestContext, project: string, file: string): Promise<DatasetResponse> {
    const { id: project_id } = await this.access.resolve(caller, project);
    return toDatasetResponse(await this.files.read({ kind, project_id, file }, call));
  }

  async remove(context: RequestContext, project: string, file: string): Promise<void> {
    const { id: project_id } = await this.access.resolve(context.caller, project);
    await this.files.delete({ kind, project_id, file }, writeIds(context, project_id).command, context);
  }

  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { project, dataset: file }: { project: string; dataset: string },
    { format }: DatasetDownloadQuery,
  ): Promise<void> {
    const { id: project_id } = await this.access.resolve(callerOf(request), project);
    await this.downloads.send(request, reply, { kind, project_id, file, format }, ({ key }) => `${key}.jsonl`);
  }
}
