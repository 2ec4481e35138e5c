import { Injectable } from '@nestjs/common';
import type { DatasetFile } from '@earshot/contracts-storage';
import type { DatasetDownloadQuery, DatasetResponse } from '@earshot/dto-storage';
import { invalidRequest } from '@earshot/errors';
import { StoredObjects } from '@earshot/storage-client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProjectAccess } from '../auth/project-access.js';
import { FilesClient } from '../files/files.client.js';
import { FilesService } from '../files/files.service.js';
import { callerOf, type ProjectContext } from '../auth/request-context.js';
import { writeIds } from '../http/write-ids.js';
import type { CreateDataset } from './create-dataset.js';
import { toDatasetResponse } from './dataset.mapper.js';
import { DatasetSources } from './dataset-sources.service.js';

/** Bytes that are read of a dataset for its first row. */
const sampleBytes = 1_048_576;

/** Manages datasets. */
@Injectable()
export class DatasetsService extends FilesService<'dataset', DatasetResponse> {
  constructor(
    files: FilesClient,
    objects: StoredObjects,
    private readonly access: ProjectAccess,
    private readonly sources: DatasetSources,
  ) {
    super('dataset', files, objects);
  }

  /** Resolves once the dataset is accepted; it is converted or exported in the background. */
  async create(context: ProjectContext, body: CreateDataset): Promise<DatasetResponse> {
    const { caller, call, project } = context;
    const { command, entity: id } = writeIds(context, project.id);
    const { key, name = key, upload_session_id, from } = body;
    const dataset = { id, project_id: project.id, key, name };
    if (from !== undefined) {
      const source = await this.sources.resolve(from, project, caller);
      return this.show(await this.files.export({ ...dataset, source }, command, call));
    }
    const uploaded = { ...dataset, kind: 'dataset', upload_session_id: upload_session_id as string } as const;
    return this.show(await this.files.create(uploaded, command, context));
  }

  /** Cancels the processing of a dataset. @throws AppError `dataset_not_found`, `dataset_processed` */
  async cancel(context: ProjectContext, file: string): Promise<DatasetResponse> {
    const { project, call } = context;
    const { command } = writeIds(context, project.id);
    return this.show(await this.files.cancel({ kind: 'dataset', project_id: project.id, file }, command, call));
  }

  /** Waits until an uploaded dataset is converted; removes an invalid one. @throws AppError `dataset_invalid` */
  async converted(context: ProjectContext, { id, project_id }: DatasetResponse): Promise<DatasetResponse> {
    const dataset = this.show(await this.files.waitUntilProcessed({ kind: 'dataset', id }, context.call));
    const [first] = dataset.errors;
    if (dataset.status === 'ready') return dataset;
    await this.remove(context, project_id, id);
    const none = dataset.status === 'cancelled' ? 'it was cancelled' : 'it cannot be read';
    const reason = first === undefined ? none : `line ${first.line}: ${first.message}`;
    throw invalidRequest('dataset_invalid', `The dataset is invalid: ${reason}. Correct the file and upload it again.`);
  }

  /** Returns the first row in recipe format; undefined beyond 1 MiB. @throws AppError `dataset_not_ready` */
  async firstRow({ project, call }: ProjectContext, file: string): Promise<Record<string, unknown> | undefined> {
    const text = await this.head({ project_id: project.id, file, format: 'recipe' }, sampleBytes, call);
    const end = text.indexOf('\n');
    return end < 0 ? undefined : (JSON.parse(text.slice(0, end)) as Record<string, unknown>);
  }

  /** Sends a dataset. @param names what the path names. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { project, dataset: file }: { project: string; dataset: string },
    { format }: DatasetDownloadQuery,
  ): Promise<void> {
    const { id: project_id } = await this.access.resolve(callerOf(request), project);
    await this.stream(request, reply, { project_id, file, format });
  }

  protected override show(dataset: DatasetFile): DatasetResponse {
    return toDatasetResponse(dataset);
  }
}
