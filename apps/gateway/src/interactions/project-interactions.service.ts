import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import {
  listInteractionFeedback,
  listInteractions,
  readInteraction,
  type InteractionFeedback,
} from '@earshot/contracts-interactions';
import { uuidSchema } from '@earshot/dto-common';
import type { InteractionQuery, InteractionResponse, ListedInteraction } from '@earshot/dto-interactions';
import { notFound } from '@earshot/errors';
import { LaneClient } from '@earshot/messaging';
import { ProjectAccess } from '../auth/project-access.js';
import { endUserOf } from '../http/end-user.js';
import type { RequestContext } from '../http/request-context.js';
import { showPage, type Page } from '../management/page.js';
import { writeIds } from '../management/write-ids.js';
import { Erasures } from './erasures.service.js';
import { InteractionFilters } from './interaction-filters.service.js';
import { toListed, toWhole } from './interaction.mapper.js';
import { LargeTexts } from './large-texts.js';

/** How much of what was said about one completion is shown with it. */
const maxFeedback = 1_000;
const feedbackPage = 100;

/** Asks the service that records interactions for those of a project. */
@Injectable()
export class ProjectInteractionsService {
  constructor(
    private readonly lanes: LaneClient,
    private readonly access: ProjectAccess,
    private readonly filters: InteractionFilters,
    private readonly texts: LargeTexts,
    private readonly erasures: Erasures,
  ) {}

  async list(
    { caller, call }: RequestContext,
    idOrKey: string,
    query: InteractionQuery,
  ): Promise<Page<ListedInteraction>> {
    const project = await this.access.resolve(caller, idOrKey);
    const { limit, cursor } = query;
    const filter = await this.filters.resolve(query, project);
    const page = await this.lanes.command(
      listInteractions,
      { project_id: project.id, limit, cursor, filter },
      { call },
    );
    return showPage(page, (interaction) => toListed(interaction, project.key));
  }

  async read({ caller, call }: RequestContext, idOrKey: string, completion: string): Promise<InteractionResponse> {
    const project = await this.access.resolve(caller, idOrKey);
    const id = uuidSchema.safeParse(completion);
    if (!id.success) throw notFound('completion', completion);
    const name = { project_id: project.id, completion_id: id.data };
    const interaction = await this.lanes.command(readInteraction, name, { call });
    const [messages, text, feedback] = await Promise.all([
      this.texts.messagesOf(interaction, call),
      this.texts.completionOf(interaction, call),
      this.#feedback(name, call),
    ]);
    return toWhole(toListed(interaction, project.key), messages, text, feedback);
  }

  /** From the answer on nothing of the interaction can be read. @throws AppError `completion_not_found`, `erasure_in_progress` */
  async eraseOne(context: RequestContext, idOrKey: string, completion: string): Promise<void> {
    const { caller, call } = context;
    const project = await this.access.resolve(caller, idOrKey);
    const id = uuidSchema.safeParse(completion);
    if (!id.success) throw notFound('completion', completion);
    const { command } = writeIds(context, project.id);
    await this.erasures.ofInteraction({ project_id: project.id, completion_id: id.data }, command, call);
  }

  /** From the answer on nothing of the user's can be read, by whichever route. @throws AppError `erasure_in_progress` */
  async erase(context: RequestContext, idOrKey: string, user: string): Promise<void> {
    const { caller, call } = context;
    const project = await this.access.resolve(caller, idOrKey);
    const { command } = writeIds(context, project.id);
    const request = { project_id: project.id, user: endUserOf(user, project.id) as string };
    await this.erasures.ofUser(request, command, call);
  }

  async #feedback(
    name: { project_id: string; completion_id: string },
    call: CallContext,
  ): Promise<InteractionFeedback[]> {
    const found: InteractionFeedback[] = [];
    for (let cursor: string | null = null; ;) {
      const request = { ...name, limit: feedbackPage, cursor };
      const page: Page<InteractionFeedback> = await this.lanes.command(listInteractionFeedback, request, { call });
      found.push(...page.data);
      cursor = page.next_cursor;
      if (cursor === null || found.length >= maxFeedback) return found.slice(0, maxFeedback);
    }
  }
}
