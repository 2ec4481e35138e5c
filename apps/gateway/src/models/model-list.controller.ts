import { Controller, Get, Param } from '@nestjs/common';
import type { ListedModelResponse, ModelListResponse } from '@earshot/dto-inference';
import { RequirePermission } from '../auth/access.decorators.js';
import { Context, type RequestContext } from '../http/request-context.js';
import { ModelListService } from './model-list.service.js';

/** The models that a key may use, as clients of the OpenAI interface ask for them. */
@Controller('api/v1/models')
export class ModelListController {
  constructor(private readonly models: ModelListService) {}

  @Get()
  @RequirePermission()
  list(@Context() { caller }: RequestContext): Promise<ModelListResponse> {
    return this.models.list(caller);
  }

  /** `demo` alone, or `demo%2Fdemo`: some clients encode the slash in a model's name. */
  @Get(':project')
  @RequirePermission()
  retrieve(@Context() { caller }: RequestContext, @Param('project') name: string): Promise<ListedModelResponse> {
    return this.models.find(caller, name);
  }

  @Get(':project/:model')
  @RequirePermission()
  retrieveOf(
    @Context() { caller }: RequestContext,
    @Param('project') project: string,
    @Param('model') model: string,
  ): Promise<ListedModelResponse> {
    return this.models.find(caller, `${project}/${model}`);
  }
}
