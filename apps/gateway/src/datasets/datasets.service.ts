import { Injectable } from '@nestjs/common';
import type { ListQuery } from '@earshot/dto-common';
import type { DatasetDownloadQuery, DatasetResponse } from '@earshot/dto-storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProjectAccess } from '../auth/project-access.js';
import { FileDownloads } from '../files/file-downloads.service.js';
import { Files } from '../files/files.client.js';
import { callerOf, type RequestContext } from '../http/request-context.js';
import { showPage, type Page } from '../management/page.js';
import { writeIds } from '../management/write-ids.js';
import type { CreateDataset } from './create-dataset.js';
import { DatasetSources } from './dataset-sources.service.js';
import { toDatasetResponse } from './dataset.mapper.js';

const kind = 'dataset';

/** Turns requests about datasets into commands to the storage service. */
@Injectable()
export class DatasetsService {
  constructor(
    private readonly access: ProjectAccess,
    private readonly files: Files,
    private readonly downloads: FileDownloads,
    private readonly sources: DatasetSources,
  ) {}

  async create(context: RequestContext, idOrKey: string, body: CreateDataset): Promise<DatasetResponse> {
    const { caller, call } = context;
    const project = await this.access.resolve(caller, idOrKey);
    const { command, entity: id } = writeIds(context, project.id);
    const { key, name = key, upload_session_id, from } = body;
    const dataset = { id, project_id: project.id, key, name };
    if (from !== undefined) {
      const source = await this.sources.resolve(from, project, caller);
      return toDatasetResponse(await this.files.export({ ...dataset, source }, command, call));
    }
    const uploaded = { ...dataset, kind, upload_session_id: upload_session_id as string } as const;
    return toDatasetResponse(await this.files.create(uploaded, command, call));
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
    await this.downloads.send(request, reply, { kind, project_id, file, format }, ({ key }) =>
      nameOf(String(key), format),
    );
  }
}

function nameOf(key: string, format: DatasetDownloadQuery['format']): string {
  return format === 'manifest' ? `${key}.manifest.jsonl` : `${key}.jsonl`;
}
