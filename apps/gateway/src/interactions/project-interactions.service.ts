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
import { endUserOf } from '../http/end-user.js';
import type { ProjectContext } from '../http/request-context.js';
import { mapPage, type Page } from '../management/page.js';
import { writeIds } from '../http/write-ids.js';
import { Erasures } from './erasures.service.js';
import { InteractionFilters } from './interaction-filters.service.js';
import { toListed, toWhole } from './interaction.mapper.js';
import { LargeTexts } from './large-texts.js';

/** Most feedback that is shown with one completion. */
const maxFeedback = 1_000;
const feedbackPage = 100;

/** Reads and erases the recorded interactions of a project. */
@Injectable()
export class ProjectInteractionsService {
  constructor(
    private readonly lanes: LaneClient,
    private readonly filters: InteractionFilters,
    private readonly texts: LargeTexts,
    private readonly erasures: Erasures,
  ) {}

  async list({ project, call }: ProjectContext, query: InteractionQuery): Promise<Page<ListedInteraction>> {
    const { limit, cursor } = query;
    const filter = await this.filters.resolve(query, project);
    const request = { project_id: project.id, limit, cursor, filter };
    const page = await this.lanes.command(listInteractions, request, { call });
    return mapPage(page, (interaction) => toListed(interaction, project.key));
  }

  /** @throws AppError `completion_not_found`, `object_not_found` */
  async read({ project, call }: ProjectContext, completion: string): Promise<InteractionResponse> {
    const ref = { project_id: project.id, completion_id: idOf(completion) };
    const interaction = await this.lanes.command(readInteraction, ref, { call });
    const [messages, text, feedback] = await Promise.all([
      this.texts.messagesOf(interaction, call),
      this.texts.completionOf(interaction, call),
      this.#feedback(ref, call),
    ]);
    return toWhole(toListed(interaction, project.key), messages, text, feedback);
  }

  /** Resolves once no part of the interaction can be read. @throws AppError `completion_not_found`, `erasure_in_progress` */
  async eraseOne(context: ProjectContext, completion: string): Promise<void> {
    const { project, call } = context;
    const ref = { project_id: project.id, completion_id: idOf(completion) };
    await this.erasures.ofInteraction(ref, writeIds(context, project.id).command, call);
  }

  /** Resolves once no data of the user can be read. @throws AppError `erasure_in_progress` */
  async erase(context: ProjectContext, user: string): Promise<void> {
    const { project, call } = context;
    const request = { project_id: project.id, user: endUserOf(user, project.id) as string };
    await this.erasures.ofUser(request, writeIds(context, project.id).command, call);
  }

  async #feedback(
    ref: { project_id: string; completion_id: string },
    call: CallContext,
  ): Promise<InteractionFeedback[]> {
    const found: InteractionFeedback[] = [];
    for (let cursor: string | null = null; ;) {
      const request = { ...ref, limit: feedbackPage, cursor };
      const page: Page<InteractionFeedback> = await this.lanes.command(listInteractionFeedback, request, { call });
      found.push(...page.data);
      cursor = page.next_cursor;
      if (cursor === null || found.length >= maxFeedback) return found.slice(0, maxFeedback);
    }
  }
}

function idOf(completion: string): string {
  const id = uuidSchema.safeParse(completion);
  if (!id.success) throw notFound('completion', completion);
  return id.data;
}
