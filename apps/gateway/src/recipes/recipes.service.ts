import { Injectable } from '@nestjs/common';
import type { ListQuery } from '@earshot/dto-common';
import type { CreateRecipe, RecipeResponse } from '@earshot/dto-storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProjectAccess } from '../auth/project-access.js';
import { FileDownloads } from '../files/file-downloads.service.js';
import { Files } from '../files/files.client.js';
import { callerOf, type RequestContext } from '../http/request-context.js';
import { showPage, type Page } from '../management/page.js';
import { writeIds } from '../management/write-ids.js';
import { toRecipeResponse } from './recipe.mapper.js';

const kind = 'recipe';

/** Turns requests about recipes into commands to the storage service. `project` null: recipes that are there for all projects. */
@Injectable()
export class RecipesService {
  constructor(
    private readonly access: ProjectAccess,
    private readonly files: Files,
    private readonly downloads: FileDownloads,
  ) {}

  /** Answered once the zip is checked. */
  async create(context: RequestContext, project: string | null, body: CreateRecipe): Promise<RecipeResponse> {
    const project_id = await this.#projectId(context, project);
    const { command, entity } = writeIds(context, project_id);
    const { key, name = key, upload_session_id, entry_point } = body;
    const recipe = { kind, id: entity, project_id, key, name, upload_session_id, entry_point } as const;
    const made = await this.files.create(recipe, command, context.call);
    return toRecipeResponse(await this.files.settled(made, context.call));
  }

  async list(context: RequestContext, project: string | null, page: ListQuery): Promise<Page<RecipeResponse>> {
    const project_id = await this.#projectId(context, project);
    return showPage(await this.files.list({ ...page, kind, project_id }, context.call), toRecipeResponse);
  }

  async read(context: RequestContext, project: string | null, file: string): Promise<RecipeResponse> {
    const project_id = await this.#projectId(context, project);
    return toRecipeResponse(await this.files.read({ kind, project_id, file }, context.call));
  }

  async remove(context: RequestContext, project: string | null, file: string): Promise<void> {
    const project_id = await this.#projectId(context, project);
    await this.files.delete({ kind, project_id, file }, writeIds(context, project_id).command, context);
  }

  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { project, recipe: file }: { project: string | null; recipe: string },
  ): Promise<void> {
    const project_id = await this.#projectId({ caller: callerOf(request) }, project);
    const which = { kind, project_id, file, format: 'original' } as const;
    await this.downloads.send(request, reply, which, ({ key }) => `${key}.zip`);
  }

  async #projectId({ caller }: Pick<RequestContext, 'caller'>, project: string | null): Promise<string | null> {
    return project === null ? null : (await this.access.resolve(caller, project)).id;
  }
}
