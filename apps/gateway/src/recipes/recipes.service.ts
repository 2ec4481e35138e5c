import { Injectable } from '@nestjs/common';
import type { RecipeFile } from '@earshot/contracts-storage';
import type { CreateRecipe, RecipeResponse } from '@earshot/dto-storage';
import { StoredObjects } from '@earshot/storage-client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProjectAccess } from '../auth/project-access.js';
import { FilesClient } from '../files/files.client.js';
import { FilesService } from '../files/files.service.js';
import { callerOf, type RequestContext } from '../auth/request-context.js';
import { writeIds } from '../http/write-ids.js';

/** Manages recipes. A project id of null stands for recipes that all projects share. */
@Injectable()
export class RecipesService extends FilesService<'recipe', RecipeResponse> {
  constructor(
    files: FilesClient,
    objects: StoredObjects,
    private readonly access: ProjectAccess,
  ) {
    super('recipe', files, objects);
  }

  /** Resolves once the zip is checked. */
  async create(context: RequestContext, project_id: string | null, body: CreateRecipe): Promise<RecipeResponse> {
    const { command, entity: id } = writeIds(context, project_id);
    const { key, name = key, ...rest } = body;
    const recipe = { kind: 'recipe', id, project_id, key, name, ...rest } as const;
    const created = await this.files.create(recipe, command, context);
    return this.show(await this.files.waitUntilProcessed(created, context.call));
  }

  /** Sends a recipe. @param names what the path names; no project for a shared recipe. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { project, recipe: file }: { project?: string; recipe: string },
  ): Promise<void> {
    const project_id = project === undefined ? null : (await this.access.resolve(callerOf(request), project)).id;
    await this.stream(request, reply, { project_id, file, format: 'original' });
  }

  protected override show(recipe: RecipeFile): RecipeResponse {
    const { id, key, name, project_id, entry_point, size, created_at, updated_at } = recipe;
    const { entries, unpacked_size, sha256 } = recipe;
    const checked = { sha256: sha256 ?? '', entries: entries ?? 0, unpacked_size: unpacked_size ?? 0 };
    return { id, key, name, project_id, entry_point, size, ...checked, created_at, updated_at };
  }
}
