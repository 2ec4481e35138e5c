import { Controller, Get } from '@nestjs/common';
import type { ModelListResponse } from '@earshot/dto-inference';
import { RequirePermission } from '../auth/access.decorators.js';
import { Context, type RequestContext } from '../http/request-context.js';
import { ModelListService } from './model-list.service.js';

/** The models that a key may use, as clients of the OpenAI interface ask for them. */
@Controller('api/v1/models')
export class ModelListController {
  constructor(private readonly models: ModelListService) {}

  @Get()
  @RequirePermission()
  list(@Context() { caller }: RequestContext): ModelListResponse {
    return this.models.list(caller);
  }
}
