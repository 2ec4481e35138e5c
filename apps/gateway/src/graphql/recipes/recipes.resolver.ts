import { Args, Mutation, Query } from '@nestjs/graphql';
import { parseBody } from '@earshot/dto-common';
import { createRecipeSchema } from '@earshot/dto-storage';
import type { RequestContext } from '../../auth/request-context.js';
import { RequirePermission } from '../../auth/route.decorators.js';
import type { FormFile } from '../../http/read-form.js';
import { RecipesService } from '../../recipes/recipes.service.js';
import { everyEntry } from '../every-entry.js';
import { keyOfName } from '../key-of-name.js';
import { orNull, ProjectScope } from '../project-scope.service.js';
import { Dropped, FieldContext, GuardedResolver, type ReportDropped } from '../resolver.decorators.js';
import { UploadedFiles } from '../uploaded-files.service.js';
import { archiveOf } from './recipe-archive.js';
import { recipeKeyOf, toRecipe } from './recipe.mapper.js';

interface CreateRecipeInput {
  readonly name: string;
  readonly key?: string | null;
  readonly description?: string | null;
  readonly labels?: readonly unknown[] | null;
  readonly entrypoint?: string | null;
  readonly configEntrypoint?: string | null;
}

const droppedFields = ['description', 'labels', 'configEntrypoint'] as const;

/** Recipes. */
@GuardedResolver()
@RequirePermission('data')
export class RecipesResolver {
  constructor(
    private readonly scope: ProjectScope,
    private readonly recipes: RecipesService,
    private readonly uploads: UploadedFiles,
  ) {}

  @Mutation('createCustomRecipe')
  async create(
    @FieldContext() context: RequestContext,
    @Dropped() reportDropped: ReportDropped,
    @Args() { project, input, file }: { project: string; input: CreateRecipeInput; file: FormFile },
  ) {
    const scope = await this.scope.of(context, project);
    const { entryPoint, ...archive } = archiveOf(file);
    const body = parseBody(createRecipeSchema, {
      key: input.key == null ? keyOfName(input.name) : recipeKeyOf(input.key),
      name: input.name,
      upload_session_id: await this.uploads.store(scope, archive),
      entry_point: input.entrypoint ?? entryPoint ?? undefined,
    });
    const recipe = await this.recipes.create(scope, scope.project.id, body);
    reportDropped(droppedFields.filter((name) => input[name] != null));
    return toRecipe(recipe);
  }

  @Mutation('deleteCustomRecipe')
  async remove(@FieldContext() context: RequestContext, @Args() { project, id }: { project: string; id: string }) {
    const scope = await this.scope.of(context, project);
    await this.recipes.remove(scope, scope.project.id, recipeKeyOf(id));
    return true;
  }

  @Query('customRecipes')
  async list(
    @FieldContext() context: RequestContext,
    @Args('project') project: string,
    @Args('filter') { labels }: { labels?: readonly unknown[] | null },
  ) {
    const scope = await this.scope.of(context, project);
    const recipes = await everyEntry((page) => this.recipes.list(scope, scope.project.id, page));
    return labels != null && labels.length > 0 ? [] : recipes.map(toRecipe);
  }

  @Query('customRecipe')
  async read(
    @FieldContext() context: RequestContext,
    @Args() { project, idOrKey }: { project: string; idOrKey: string },
  ) {
    const scope = await this.scope.of(context, project);
    const recipe = await orNull(this.recipes.read(scope, scope.project.id, recipeKeyOf(idOrKey)));
    return recipe && toRecipe(recipe);
  }
}
