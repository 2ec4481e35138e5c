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
import { RequirePermission } from '../auth/route.decorators.js';
import { InProject, type ProjectContext } from '../auth/request-context.js';
import { BodyPipe, QueryPipe } from '../http/request-pipes.js';
import { Operation, RawOperation, Resource } from '../openapi/operation.decorator.js';
import { createDatasetSchema, type CreateDataset } from './create-dataset.js';
import { DatasetsService } from './datasets.service.js';
import { uploadErrors } from '../openapi/route-errors.js';

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
    summary: 'Create a dataset',
    description:
      'Creates a dataset from a complete upload session (JSON Lines in UTF-8), which is consumed, or from recorded ' +
      'interactions. The latter also requires the permission `read`. The dataset is processed after the response; get the ' +
      'dataset to follow its status.',
    answer: datasetSchema,
    errors: ['key_taken', ...uploadErrors, 'metric_not_found', 'metric_not_fit'],
  })
  create(@InProject() context: ProjectContext, @Body(new BodyPipe(createDatasetSchema)) body: CreateDataset) {
    return this.datasets.create(context, body);
  }

  @Get()
  @Operation({ id: 'listDatasets', summary: 'List datasets', answer: datasetPageSchema })
  list(@InProject() context: ProjectContext, @Query(new QueryPipe(listQuerySchema)) query: ListQuery) {
    return this.datasets.list(context, context.project.id, query);
  }

  @Get(':dataset')
  @Operation({ id: 'readDataset', summary: 'Get a dataset', answer: datasetSchema })
  read(@InProject() context: ProjectContext, @Param('dataset') dataset: string) {
    return this.datasets.read(context, context.project.id, dataset);
  }

  @Post(':dataset/cancel')
  @HttpCode(200)
  @Operation({
    id: 'cancelDataset',
    summary: 'Cancel a dataset',
    description:
      'Stops the processing of a dataset and deletes its files within seconds. The dataset stays, with the status ' +
      '`cancelled`. Cancelling it again changes nothing.',
    answer: datasetSchema,
    errors: ['dataset_processed'],
  })
  cancel(@InProject() context: ProjectContext, @Param('dataset') dataset: string) {
    return this.datasets.cancel(context, dataset);
  }

  @Delete(':dataset')
  @Operation({ id: 'deleteDataset', summary: 'Delete a dataset' })
  remove(@InProject() context: ProjectContext, @Param('dataset') dataset: string) {
    return this.datasets.remove(context, context.project.id, dataset);
  }

  @Get(':dataset/download')
  @RouteConfig({ producesBytes: true })
  @RawOperation({
    id: 'downloadDataset',
    summary: 'Download a dataset',
    description: 'Returns the file as an attachment. The response may take seconds while the file is assembled.',
    answers: { 'application/x-ndjson': datasetBytesSchema },
    also: [206, 304, 307],
    errors: ['dataset_not_ready', 'dataset_withheld', 'manifest_not_found', 'range_not_satisfiable'],
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
