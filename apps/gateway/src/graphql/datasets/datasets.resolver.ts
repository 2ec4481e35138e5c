import { Args, Mutation, Query } from '@nestjs/graphql';
import { parseBody } from '@earshot/dto-common';
import type { ProjectContext, RequestContext } from '../../auth/request-context.js';
import { RequirePermission } from '../../auth/route.decorators.js';
import { createDatasetSchema } from '../../datasets/create-dataset.js';
import { DatasetsService } from '../../datasets/datasets.service.js';
import type { FormFile } from '../../http/read-form.js';
import { everyEntry } from '../every-entry.js';
import { keyOfName } from '../key-of-name.js';
import { orNull, ProjectScope } from '../project-scope.service.js';
import { FieldContext, GuardedResolver, stepOf } from '../resolver.decorators.js';
import { UploadedFiles } from '../uploaded-files.service.js';
import { toProcessingStatus } from './dataset.mapper.js';
import { DatasetNodes } from './dataset.nodes.js';
import type { DatasetCreate, DatasetOfSession, NamedDataset } from './dataset-inputs.js';

/** Datasets. */
@GuardedResolver()
@RequirePermission('data')
export class DatasetsResolver {
  constructor(
    private readonly scope: ProjectScope,
    private readonly datasets: DatasetsService,
    private readonly uploads: UploadedFiles,
    private readonly nodes: DatasetNodes,
  ) {}

  @Mutation('createDataset')
  async create(
    @FieldContext() context: RequestContext,
    @Args('input') input: DatasetCreate,
    @Args('file') file: FormFile,
  ) {
    const scope = await this.scope.of(context, input.project);
    const created = await this.#createOf(scope, input, await this.uploads.store(scope, file));
    return this.nodes.of(scope, await this.datasets.converted(stepOf(scope, 'remove'), created));
  }

  @Mutation('createDatasetFromMultipartUpload')
  async createOfSession(@FieldContext() context: RequestContext, @Args('input') input: DatasetOfSession) {
    const scope = await this.scope.of(context, input.project);
    return toProcessingStatus(await this.#createOf(scope, input, input.uploadSessionId));
  }

  @Mutation('deleteDataset')
  async remove(@FieldContext() context: RequestContext, @Args() { project, idOrKey }: NamedDataset) {
    const scope = await this.scope.of(context, project);
    await this.datasets.remove(scope, scope.project.id, idOrKey);
    return true;
  }

  @Query('datasets')
  async list(@FieldContext() context: RequestContext, @Args('project') project: string) {
    const scope = await this.scope.of(context, project);
    const datasets = await everyEntry((page) => this.datasets.list(scope, scope.project.id, page));
    return datasets.map((dataset) => this.nodes.of(scope, dataset));
  }

  @Query('dataset')
  async read(@FieldContext() context: RequestContext, @Args() { project, idOrKey }: NamedDataset) {
    const scope = await this.scope.of(context, project);
    const dataset = await orNull(this.datasets.read(scope, scope.project.id, idOrKey));
    return dataset && this.nodes.of(scope, dataset);
  }

  @Query('datasetUploadProcessingStatus')
  async status(
    @FieldContext() context: RequestContext,
    @Args('input') { project, datasetId }: { project: string; datasetId: string },
  ) {
    const scope = await this.scope.of(context, project);
    return toProcessingStatus(await this.datasets.read(scope, scope.project.id, datasetId));
  }

  #createOf(scope: ProjectContext, { key, name }: DatasetCreate, upload_session_id: string) {
    const body = parseBody(createDatasetSchema, { key: key ?? keyOfName(name), name, upload_session_id });
    return this.datasets.create(scope, body);
  }
}
