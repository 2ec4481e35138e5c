import { Body, Controller, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { listQuerySchema, type ListQuery } from '@earshot/dto-common';
import { createRecipeSchema, recipePageSchema, recipeSchema, type CreateRecipe } from '@earshot/dto-storage';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminOnly, RequirePermission } from '../auth/route.decorators.js';
import { Context, type RequestContext } from '../auth/request-context.js';
import { BodyPipe, QueryPipe } from '../http/request-pipes.js';
import { Operation, RawOperation, Resource } from '../openapi/operation.decorator.js';
import { makesRecipe, sendsRecipe } from './recipe-operations.js';
import { RecipesService } from './recipes.service.js';

/** Recipes that are there for all projects: made and removed with keys of the installation, read with any. */
@RequirePermission('data')
@Resource('Recipes')
@Controller('api/v1/recipes')
export class InstallationRecipesController {
  constructor(private readonly recipes: RecipesService) {}

  @Post()
  @AdminOnly()
  @Operation({ id: 'createSharedRecipe', summary: 'Create a shared recipe', ...makesRecipe })
  create(@Context() context: RequestContext, @Body(new BodyPipe(createRecipeSchema)) body: CreateRecipe) {
    return this.recipes.create(context, null, body);
  }

  @Get()
  @Operation({ id: 'listSharedRecipes', summary: 'List shared recipes', answer: recipePageSchema })
  list(@Context() context: RequestContext, @Query(new QueryPipe(listQuerySchema)) query: ListQuery) {
    return this.recipes.list(context, null, query);
  }

  @Get(':recipe')
  @Operation({ id: 'readSharedRecipe', summary: 'Get a shared recipe', answer: recipeSchema })
  read(@Context() context: RequestContext, @Param('recipe') recipe: string) {
    return this.recipes.read(context, null, recipe);
  }

  @Delete(':recipe')
  @AdminOnly()
  @Operation({ id: 'deleteSharedRecipe', summary: 'Delete a shared recipe' })
  remove(@Context() context: RequestContext, @Param('recipe') recipe: string) {
    return this.recipes.remove(context, null, recipe);
  }

  @Get(':recipe/download')
  @RouteConfig({ producesBytes: true })
  @RawOperation({ id: 'downloadSharedRecipe', summary: 'Download a shared recipe', ...sendsRecipe })
  download(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Param('recipe') recipe: string) {
    return this.recipes.send(request, reply, { recipe });
  }
}
