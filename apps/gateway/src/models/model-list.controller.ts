import { Controller, Get, Param } from '@nestjs/common';
import { listedModelSchema, modelListSchema } from '@earshot/dto-inference';
import { RequirePermission } from '../auth/route.decorators.js';
import { Context, type RequestContext } from '../auth/request-context.js';
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
    summary: 'List models',
    description: 'Returns the models that the key may use. Requests name a model by its `id`, `{project}/{model}`.',
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
    summary: 'Get a model by name',
    description:
      'The name is `{project}` for the default model, or `{project}/{model}` with a percent-encoded slash, as some ' +
      'clients send it.',
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
    summary: 'Get a model by project and name',
    answer: listedModelSchema,
  })
  @RequirePermission()
  retrieveOf(@Context() { caller }: RequestContext, @Param('project') project: string, @Param('model') model: string) {
    return this.models.find(caller, `${project}/${model}`);
  }
}
