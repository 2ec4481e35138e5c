import { Controller, Get, Param } from '@nestjs/common';
import { listedModelSchema, modelListSchema } from '@earshot/dto-inference';
import { RequirePermission } from '../auth/access.decorators.js';
import { Context, type RequestContext } from '../http/request-context.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { ModelListService } from './model-list.service.js';

/** The models that a key may use, as clients of the OpenAI interface ask for them. */
@Resource('Available models')
@Controller('api/v1/models')
export class ModelListController {
  constructor(private readonly models: ModelListService) {}

  @Get()
  @Operation({
    id: 'listAvailableModels',
    summary: 'List the models that the key may use',
    description: 'Named `{project}/{model}`, as requests name them.',
    answer: modelListSchema,
  })
  @RequirePermission()
  list(@Context() { caller }: RequestContext) {
    return this.models.list(caller);
  }

  /** `demo` alone, or `demo%2Fdemo`: some clients encode the slash in a model's name. */
  @Get(':project')
  @Operation({
    id: 'readAvailableModel',
    summary: 'Read a model by one name',
    description:
      '`{project}` for its default model, or `{project}/{model}` with the slash percent-encoded, as some clients send it.',
    answer: listedModelSchema,
    errors: ['model_not_found'],
  })
  @RequirePermission()
  retrieve(@Context() { caller }: RequestContext, @Param('project') name: string) {
    return this.models.find(caller, name);
  }

  @Get(':project/:model')
  @Operation({
    id: 'readAvailableModelOfProject',
    summary: 'Read a model by its project and its own name',
    answer: listedModelSchema,
    errors: ['model_not_found'],
  })
  @RequirePermission()
  retrieveOf(@Context() { caller }: RequestContext, @Param('project') project: string, @Param('model') model: string) {
    return this.models.find(caller, `${project}/${model}`);
  }
}
