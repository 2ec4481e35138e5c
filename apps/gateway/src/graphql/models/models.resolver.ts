import { Args, Query } from '@nestjs/graphql';
import { ModelDirectory } from '@earshot/directory';
import type { RequestContext } from '../../auth/request-context.js';
import { RequirePermission } from '../../auth/route.decorators.js';
import { ModelsService } from '../../models/models.service.js';
import { orNull, ProjectScope } from '../project-scope.service.js';
import { FieldContext, GuardedResolver } from '../resolver.decorators.js';
import { matches, type ModelFilter } from './model-filter.js';
import { toModel } from './model.mapper.js';

/** Models. */
@GuardedResolver()
@RequirePermission('read')
export class ModelsResolver {
  constructor(
    private readonly scope: ProjectScope,
    private readonly models: ModelsService,
    private readonly directory: ModelDirectory,
  ) {}

  @Query('models')
  async list(@FieldContext() context: RequestContext, @Args('filter') filter?: ModelFilter | null) {
    const scopes = await this.scope.all(context);
    const lists = scopes.map(async (scope) => {
      const models = await this.models.all(scope);
      return models.filter((model) => matches(model, filter)).map((model) => toModel(model, scope.project));
    });
    return (await Promise.all(lists)).flat();
  }

  @Query('model')
  read(@FieldContext() context: RequestContext, @Args('idOrKey') name: string) {
    return orNull(this.#find(context, name));
  }

  async #find(context: RequestContext, name: string) {
    const { context: scope, id } = await this.scope.locate(context, this.directory, 'model', name);
    return toModel(await this.models.read(scope, id), scope.project);
  }
}
