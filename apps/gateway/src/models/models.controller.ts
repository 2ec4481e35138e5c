import { Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { listQuerySchema, type ListQuery } from '@earshot/dto-common';
import {
  createModelSchema,
  modelPageSchema,
  modelSchema,
  updateModelSchema,
  type CreateModel,
  type ModelResponse,
  type UpdateModel,
} from '@earshot/dto-inference';
import { RequirePermission } from '../auth/access.decorators.js';
import { Context, type RequestContext } from '../http/request-context.js';
import { JsonBody, ParsedQuery } from '../http/parsed-parameters.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import type { Page } from '../management/page.js';
import { ModelsService } from './models.service.js';

/** The models of a project. */
@RequirePermission('manage')
@Resource('Models')
@Controller('api/v1/projects/:project/models')
export class ModelsController {
  constructor(private readonly models: ModelsService) {}

  @Post()
  @Operation({
    id: 'createModel',
    summary: 'Create a model',
    description: 'The first model of a project becomes its default.',
    answer: modelSchema,
    errors: ['key_taken', 'id_taken', 'fallback_invalid', 'address_not_allowed'],
  })
  create(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @JsonBody(createModelSchema) body: CreateModel,
  ): Promise<ModelResponse> {
    return this.models.create(context, project, body);
  }

  @Get()
  @Operation({
    id: 'listModels',
    summary: 'List models of a project',
    description: 'Entries are listed oldest first.',
    answer: modelPageSchema,
    errors: ['cursor_invalid'],
  })
  @RequirePermission('read')
  list(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @ParsedQuery(listQuerySchema) query: ListQuery,
  ): Promise<Page<ModelResponse>> {
    return this.models.list(context, project, query);
  }

  @Get(':model')
  @Operation({ id: 'readModel', summary: 'Get a model', answer: modelSchema, errors: ['model_not_found'] })
  @RequirePermission('read')
  read(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('model') model: string,
  ): Promise<ModelResponse> {
    return this.models.read(context, project, model);
  }

  @Patch(':model')
  @Operation({
    id: 'updateModel',
    summary: 'Update a model',
    description: 'Omitted fields keep their values. The change applies everywhere once the response arrives.',
    answer: modelSchema,
    errors: [
      'model_not_found',
      'key_taken',
      'default_required',
      'api_key_required',
      'fallback_invalid',
      'model_in_campaign',
      'address_not_allowed',
    ],
  })
  update(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('model') model: string,
    @JsonBody(updateModelSchema) body: UpdateModel,
  ): Promise<ModelResponse> {
    return this.models.update(context, project, model, body);
  }

  @Delete(':model')
  @Operation({
    id: 'deleteModel',
    summary: 'Delete a model',
    description: 'If it was the default, the oldest remaining model becomes the default.',
    errors: ['model_not_found', 'model_in_campaign'],
  })
  @HttpCode(204)
  remove(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('model') model: string,
  ): Promise<void> {
    return this.models.remove(context, project, model);
  }
}
