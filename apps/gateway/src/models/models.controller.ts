import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { listQuerySchema, type ListQuery } from '@earshot/dto-common';
import {
  createModelSchema,
  modelPageSchema,
  modelSchema,
  updateModelSchema,
  type CreateModel,
  type UpdateModel,
} from '@earshot/dto-inference';
import { RequirePermission } from '../auth/route.decorators.js';
import { InProject, type ProjectContext } from '../auth/request-context.js';
import { BodyPipe, QueryPipe } from '../http/request-pipes.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
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
  create(@InProject() context: ProjectContext, @Body(new BodyPipe(createModelSchema)) body: CreateModel) {
    return this.models.create(context, body);
  }

  @Get()
  @Operation({ id: 'listModels', summary: 'List models of a project', answer: modelPageSchema })
  @RequirePermission('read')
  list(@InProject() context: ProjectContext, @Query(new QueryPipe(listQuerySchema)) query: ListQuery) {
    return this.models.list(context, query);
  }

  @Get(':model')
  @Operation({ id: 'readModel', summary: 'Get a model', answer: modelSchema })
  @RequirePermission('read')
  read(@InProject() context: ProjectContext, @Param('model') model: string) {
    return this.models.read(context, model);
  }

  @Patch(':model')
  @Operation({
    id: 'updateModel',
    summary: 'Update a model',
    description: 'Omitted fields keep their values. The change applies everywhere once the response arrives.',
    answer: modelSchema,
    errors: [
      'key_taken',
      'default_required',
      'api_key_required',
      'fallback_invalid',
      'model_in_campaign',
      'address_not_allowed',
    ],
  })
  update(
    @InProject() context: ProjectContext,
    @Param('model') model: string,
    @Body(new BodyPipe(updateModelSchema)) body: UpdateModel,
  ) {
    return this.models.update(context, model, body);
  }

  @Delete(':model')
  @Operation({
    id: 'deleteModel',
    summary: 'Delete a model',
    description: 'If it was the default, the oldest remaining model becomes the default.',
    errors: ['model_in_campaign'],
  })
  remove(@InProject() context: ProjectContext, @Param('model') model: string) {
    return this.models.remove(context, model);
  }
}
