import { Args, Mutation } from '@nestjs/graphql';
import { parseBody } from '@earshot/dto-common';
import { createModelSchema, updateModelSchema } from '@earshot/dto-inference';
import type { ProjectContext, RequestContext } from '../../auth/request-context.js';
import { RequirePermission } from '../../auth/route.decorators.js';
import { ModelsService } from '../../models/models.service.js';
import { rejectSet } from '../absent-features.js';
import { keyOfName } from '../key-of-name.js';
import { nameIn, orNull, ProjectScope } from '../project-scope.service.js';
import { Dropped, FieldContext, GuardedResolver, type ReportDropped } from '../resolver.decorators.js';
import { toModelFields, type ExternalProvider } from './external-provider.mapper.js';
import { toModel, toModelService } from './model.mapper.js';
import type {
  AddExternalModelInput,
  DeployModelInput,
  ModelInProject,
  ModelsInProject,
  UpdateModelService,
} from './model-inputs.js';

/** Changes of models. */
@GuardedResolver()
@RequirePermission('manage')
export class ModelChangesResolver {
  constructor(
    private readonly scope: ProjectScope,
    private readonly models: ModelsService,
  ) {}

  @Mutation('addExternalModel')
  async add(
    @FieldContext() context: RequestContext,
    @Dropped() reportDropped: ReportDropped,
    @Args('input') { name, description, ...provider }: AddExternalModelInput & ExternalProvider,
  ) {
    const slash = name.indexOf('/');
    const scope = await this.scope.ofNew(context, slash < 0 ? null : name.slice(0, slash));
    const ownName = name.slice(slash + 1);
    const fields = { key: keyOfName(ownName), name: ownName, ...toModelFields(provider) };
    const model = await this.models.create(scope, parseBody(createModelSchema, fields));
    reportDropped(description ? ['description'] : []);
    return toModel(model, scope.project);
  }

  @Mutation('addModelsToProject')
  async attach(@FieldContext() context: RequestContext, @Args('input') { project, models }: ModelsInProject) {
    const scope = await this.scope.of(context, project);
    const found = await Promise.all(
      models.map((model) => orNull(this.models.read(scope, nameIn(scope.project, model)))),
    );
    const reason = 'The project has no such model, and a model belongs to one project. Create it in the project.';
    const failures = models.filter((_, index) => found[index] === null).map((model) => ({ model, reason }));
    return { success: failures.length === 0, failures };
  }

  @Mutation('removeModelFromProject')
  async detach(@FieldContext() context: RequestContext, @Args('input') { project, model }: ModelInProject) {
    const scope = await this.scope.of(context, project);
    await this.models.remove(scope, nameIn(scope.project, model));
    return true;
  }

  @Mutation('deployModel')
  async deploy(@FieldContext() context: RequestContext, @Args('input') input: DeployModelInput) {
    const scope = await this.scope.of(context, input.project);
    const modelService = toModelService(
      await this.models.read(scope, nameIn(scope.project, input.model)),
      scope.project,
    );
    const ignored = (['placement', 'speculativeDecoding'] as const).filter((name) => input[name] != null);
    return {
      modelService,
      warnings: ignored.map((name) => `'${name}' was ignored: the provider of the model decides.`),
    };
  }

  @Mutation('updateModelService')
  async update(@FieldContext() context: RequestContext, @Args('input') input: UpdateModelService) {
    const { placement, toolProviders, speculativeDecoding, desiredOnline } = input;
    rejectSet({
      desiredOnline: [desiredOnline === false ? false : null, 'switch of a model. Remove it from the project'],
      placement: [placement, 'compute pools'],
      speculativeDecoding: [speculativeDecoding, 'setting for speculative decoding'],
      toolProviders: [toolProviders, 'tool providers: a project has tools'],
    });
    const scope = await this.scope.of(context, input.project);
    return toModelService(await this.#changed(scope, input), scope.project);
  }

  #changed(scope: ProjectContext, { modelService, isDefault, name, systemPromptTemplate }: UpdateModelService) {
    const model = nameIn(scope.project, modelService);
    const given = { default: isDefault, name, system_prompt: systemPromptTemplate };
    const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value != null));
    if (Object.keys(changes).length === 0) return this.models.read(scope, model);
    return this.models.update(scope, model, parseBody(updateModelSchema, changes));
  }
}
