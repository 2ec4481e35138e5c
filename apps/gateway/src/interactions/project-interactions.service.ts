import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import {
  listInteractionFeedback,
  listInteractions,
  readInteraction,
  type InteractionFeedback,
  type Interaction,
  type RecordedMessage,
} from '@earshot/contracts-interactions';
import { uuidSchema } from '@earshot/dto-common';
import {
  listedInteractionSchema,
  type InteractionQuery,
  type InteractionResponse,
  type ListedInteraction,
} from '@earshot/dto-interactions';
import { notFound } from '@earshot/errors';
import { LaneClient } from '@earshot/messaging';
import { endUserOf } from '../http/end-user.js';
import type { ProjectContext } from '../http/request-context.js';
import { pickFields } from '../http/schema.pipe.js';
import { mapPage, type Page } from '../management/management.client.js';
import { writeIds } from '../http/write-ids.js';
import { Erasures } from './erasures.service.js';
import { InteractionFilters } from './interaction-filters.service.js';
import { LargeTexts } from './large-texts.js';

/** Maximum of feedback in the response of one completion. */
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
    const listed = toListed(interaction, project.key);
    return { ...listed, messages: toMessages(messages), completion: text, feedback };
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

  async #feedback(ref: { project_id: string; completion_id: string }, call: CallContext) {
    const found: InteractionResponse['feedback'] = [];
    for (let cursor: string | null = null; ;) {
      const request = { ...ref, limit: feedbackPage, cursor };
      const page: Page<InteractionFeedback> = await this.lanes.command(listInteractionFeedback, request, { call });
      found.push(...page.data.map(({ metric_id: _, ...feedback }) => feedback));
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

/** Maps a record to its entry in a list; `project` is the key of the project. */
function toListed(interaction: Interaction, project: string): ListedInteraction {
  const { messages, tool_calls } = interaction;
  return pickFields(listedInteractionSchema, {
    ...interaction,
    project,
    messages: messages && toMessages(messages),
    tool_calls: tool_calls?.map(toFunctionCall),
  });
}

/** Maps messages to the format of requests. */
function toMessages(messages: readonly RecordedMessage[]): InteractionResponse['messages'] {
  return messages.map(({ content, tool_calls, ...rest }) => ({
    ...rest,
    ...(tool_calls && { tool_calls: tool_calls.map(toFunctionCall) }),
    content: typeof content === 'string' ? content : content.map(toPart),
  }));
}

function toFunctionCall({ id, ...called }: { id: string; name: string; arguments: string }) {
  return { id, type: 'function' as const, function: called };
}

function toPart(part: Exclude<RecordedMessage['content'], string>[number]) {
  if (part.type === 'text') return part;
  const { url, detail } = part;
  return { type: 'image_url' as const, image_url: detail === undefined ? url : { url, detail } };
}
