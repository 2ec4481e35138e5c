import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { listQuerySchema, type ListQuery } from '@earshot/dto-common';
import {
  datasetBytesSchema,
  datasetDownloadQuerySchema,
  datasetPageSchema,
  datasetSchema,
  type DatasetDownloadQuery,
} from '@earshot/dto-storage';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/access.decorators.js';
import { InProject } from '../auth/project.pipe.js';
import { BodyPipe, QueryPipe } from '../http/schema.pipe.js';
import type { ProjectContext } from '../http/request-context.js';
import { Operation, RawOperation, Resource } from '../openapi/operation.decorator.js';
import { createDatasetSchema, type CreateDataset } from './create-dataset.js';
import { DatasetsService } from './datasets.service.js';

/** The datasets of a project. */
@RequirePermission('data')
@Resource('Datasets')
@Controller('api/v1/projects/:project/datasets')
export class DatasetsController {
  constructor(private readonly datasets: DatasetsService) {}

  @Post()
  @HttpCode(202)
  @Operation({
    id: 'createDataset',
    summary: 'Make a dataset',
    description:
      'Of a complete upload session, which is used up: JSON Lines in UTF-8. Or of interactions that are on record, for which the key also needs ' +
      '`read`. It is converted or made when this is answered; read the dataset to see how far that is.',
    answer: datasetSchema,
    errors: [
      'key_taken',
      'id_taken',
      'session_not_found',
      'session_incomplete',
      'session_closed',
      'file_too_large',
      'quota_exceeded',
      'metric_not_found',
      'metric_not_fit',
    ],
  })
  create(@InProject() context: ProjectContext, @Body(new BodyPipe(createDatasetSchema)) body: CreateDataset) {
    return this.datasets.create(context, body);
  }

  @Get()
  @Operation({
    id: 'listDatasets',
    summary: 'List the datasets of a project',
    description: 'The oldest first.',
    answer: datasetPageSchema,
    errors: ['cursor_invalid'],
  })
  list(@InProject() context: ProjectContext, @Query(new QueryPipe(listQuerySchema)) query: ListQuery) {
    return this.datasets.list(context, context.project.id, query);
  }

  @Get(':dataset')
  @Operation({ id: 'readDataset', summary: 'Read a dataset', answer: datasetSchema, errors: ['dataset_not_found'] })
  read(@InProject() context: ProjectContext, @Param('dataset') dataset: string) {
    return this.datasets.read(context, context.project.id, dataset);
  }

  @Delete(':dataset')
  @HttpCode(204)
  @Operation({ id: 'deleteDataset', summary: 'Remove a dataset', errors: ['dataset_not_found'] })
  remove(@InProject() context: ProjectContext, @Param('dataset') dataset: string) {
    return this.datasets.remove(context, context.project.id, dataset);
  }

  @Get(':dataset/download')
  @RouteConfig({ producesBytes: true })
  @RawOperation({
    id: 'downloadDataset',
    summary: 'Download a dataset',
    description: 'As an attachment. While it is put together, which takes seconds, the answer waits.',
    answers: { 'application/x-ndjson': datasetBytesSchema },
    also: [206, 304],
    errors: [
      'dataset_not_found',
      'dataset_not_ready',
      'dataset_withheld',
      'manifest_not_found',
      'range_not_satisfiable',
    ],
  })
  download(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param() names: { project: string; dataset: string },
    @Query(new QueryPipe(datasetDownloadQuerySchema)) query: DatasetDownloadQuery,
  ) {
    return this.datasets.send(request, reply, names, query);
  }
}
