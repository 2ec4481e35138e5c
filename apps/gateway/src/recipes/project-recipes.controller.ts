import { Body, Controller, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { listQuerySchema, type ListQuery } from '@earshot/dto-common';
import { createRecipeSchema, recipePageSchema, recipeSchema, type CreateRecipe } from '@earshot/dto-storage';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/route.decorators.js';
import { InProject, type ProjectContext } from '../auth/request-context.js';
import { BodyPipe, QueryPipe } from '../http/request-pipes.js';
import { Operation, RawOperation, Resource } from '../openapi/operation.decorator.js';
import { makesRecipe, sendsRecipe } from './recipe-operations.js';
import { RecipesService } from './recipes.service.js';

/** The recipes of a project, and those that are there for all. */
@RequirePermission('data')
@Resource('Recipes')
@Controller('api/v1/projects/:project/recipes')
export class ProjectRecipesController {
  constructor(private readonly recipes: RecipesService) {}

  @Post()
  @Operation({ id: 'createRecipe', summary: 'Create a recipe', ...makesRecipe })
  create(@InProject() context: ProjectContext, @Body(new BodyPipe(createRecipeSchema)) body: CreateRecipe) {
    return this.recipes.create(context, context.project.id, body);
  }

  @Get()
  @Operation({
    id: 'listRecipes',
    summary: 'List recipes',
    description: 'Returns the recipes of the project and the shared recipes, oldest first.',
    answer: recipePageSchema,
  })
  list(@InProject() context: ProjectContext, @Query(new QueryPipe(listQuerySchema)) query: ListQuery) {
    return this.recipes.list(context, context.project.id, query);
  }

  @Get(':recipe')
  @Operation({
    id: 'readRecipe',
    summary: 'Get a recipe',
    description: 'If a project recipe and a shared recipe have the same key, returns the project recipe.',
    answer: recipeSchema,
  })
  read(@InProject() context: ProjectContext, @Param('recipe') recipe: string) {
    return this.recipes.read(context, context.project.id, recipe);
  }

  @Delete(':recipe')
  @Operation({ id: 'deleteRecipe', summary: 'Delete a recipe' })
  remove(@InProject() context: ProjectContext, @Param('recipe') recipe: string) {
    return this.recipes.remove(context, context.project.id, recipe);
  }

  @Get(':recipe/download')
  @RouteConfig({ producesBytes: true })
  @RawOperation({ id: 'downloadRecipe', summary: 'Download a recipe', ...sendsRecipe })
  download(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param() names: { project: string; recipe: string },
  ) {
    return this.recipes.send(request, reply, names);
  }
}
