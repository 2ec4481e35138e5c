import { Controller, Delete, Get, Head, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { listQuerySchema, type ListQuery } from '@earshot/dto-common';
import { createRecipeSchema, type CreateRecipe, type RecipeResponse } from '@earshot/dto-storage';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/access.decorators.js';
import { JsonBody, ParsedQuery } from '../http/parsed-parameters.js';
import { Context, type RequestContext } from '../http/request-context.js';
import type { Page } from '../management/page.js';
import { Operation, RawOperation, Resource } from '../openapi/operation.decorator.js';
import { listsRecipes, makesRecipe, sendsRecipe, showsRecipe } from './recipe-operations.js';
import { RecipesService } from './recipes.service.js';

/** The recipes of a project, and those that are there for all. */
@RequirePermission('data')
@Resource('Recipes')
@Controller('api/v1/projects/:project/recipes')
export class ProjectRecipesController {
  constructor(private readonly recipes: RecipesService) {}

  @Post()
  @Operation({ id: 'createRecipe', summary: 'Create a recipe', ...makesRecipe })
  create(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @JsonBody(createRecipeSchema) body: CreateRecipe,
  ): Promise<RecipeResponse> {
    return this.recipes.create(context, project, body);
  }

  @Get()
  @Operation({
    id: 'listRecipes',
    summary: 'List recipes',
    description: 'Returns the recipes of the project and the shared recipes, oldest first.',
    ...listsRecipes,
  })
  list(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @ParsedQuery(listQuerySchema) query: ListQuery,
  ): Promise<Page<RecipeResponse>> {
    return this.recipes.list(context, project, query);
  }

  @Get(':recipe')
  @Operation({
    id: 'readRecipe',
    summary: 'Get a recipe',
    description: 'If a project recipe and a shared recipe have the same key, returns the project recipe.',
    ...showsRecipe,
  })
  read(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('recipe') recipe: string,
  ): Promise<RecipeResponse> {
    return this.recipes.read(context, project, recipe);
  }

  @Delete(':recipe')
  @HttpCode(204)
  @Operation({
    id: 'deleteRecipe',
    summary: 'Delete a recipe',
    errors: ['recipe_not_found'],
  })
  remove(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('recipe') recipe: string,
  ): Promise<void> {
    return this.recipes.remove(context, project, recipe);
  }

  // Before `Get`: for a path that has none, Fastify makes one of its own, which reads the whole file.
  @Head(':recipe/download')
  @RouteConfig({ producesBytes: true })
  head(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param() names: { project: string; recipe: string },
  ): Promise<void> {
    return this.recipes.send(request, reply, names);
  }

  @Get(':recipe/download')
  @RouteConfig({ producesBytes: true })
  @RawOperation({
    id: 'downloadRecipe',
    summary: 'Download a recipe',
    description: 'Returns the file as an attachment.',
    ...sendsRecipe,
  })
  download(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param() names: { project: string; recipe: string },
  ): Promise<void> {
    return this.recipes.send(request, reply, names);
  }
}
