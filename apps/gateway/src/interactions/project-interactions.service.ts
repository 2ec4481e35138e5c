import { Injectable } from '@nestjs/common';
import { eraseFeedbackOfCompletions, eraseFeedbackOfUser } from '@earshot/contracts-feedback';
import {
  countInteractions,
  eraseInteraction,
  eraseUser,
  listInteractionFeedback,
  listInteractions,
  readInteraction,
  type InteractionFeedback,
  type Interaction,
  type RecordedMessage,
} from '@earshot/contracts-interactions';
import { withholdDatasets } from '@earshot/contracts-storage';
import { completionIdSchema } from '@earshot/dto-common';
import {
  listedInteractionSchema,
  type InteractionCountQuery,
  type InteractionQuery,
  type InteractionResponse,
  type ListedInteraction,
} from '@earshot/dto-interactions';
import { notFound, overloaded } from '@earshot/errors';
import { LaneClient } from '@earshot/messaging';
import { endUserOf } from '../http/end-user.js';
import type { ProjectContext } from '../auth/request-context.js';
import { pickFields } from '../http/request-pipes.js';
import { mapPage, type Page } from '../management/management.client.js';
import { writeIds } from '../http/write-ids.js';
import { InteractionFilters } from './interaction-filters.service.js';
import { LargeTexts } from './large-texts.js';

/** Maximum of feedback in the response of one completion. */
const maxFeedback = 1_000;
const feedbackPage = 100;

/** Interactions that are counted at most where there are no counts of whole hours; some hundred milliseconds. */
const maxCounted = 100_000;

/** Deadline of the services that apply an erasure, ms; sufficient for most users. */
const deadlineMs = 20_000;

/** Reads and erases the recorded interactions of a project. */
@Injectable()
export class ProjectInteractionsService {
  constructor(
    private readonly lanes: LaneClient,
    private readonly filters: InteractionFilters,
    private readonly texts: LargeTexts,
  ) {}

  async list({ project, call }: ProjectContext, query: InteractionQuery): Promise<Page<ListedInteraction>> {
    const { limit, cursor } = query;
    const filter = await this.filters.resolve(query, project);
    const request = { project_id: project.id, limit, cursor, filter };
    const page = await this.lanes.command(listInteractions, request, { call });
    return mapPage(page, (interaction) => toListed(interaction, project.key));
  }

  /** @throws AppError `metric_not_found`, `query_too_broad` */
  async count({ project, call }: ProjectContext, { format, ...query }: InteractionCountQuery) {
    const filter = await this.filters.resolve(query, project);
    const request = { project_id: project.id, filter, format, limit: maxCounted };
    return this.lanes.command(countInteractions, request, { call });
  }

  /** @throws AppError `completion_not_found`, `object_not_found` */
  async read({ project, call }: ProjectContext, completion: string): Promise<InteractionResponse> {
    const ref = { project_id: project.id, completion_id: idOf(completion) };
    const interaction = await this.lanes.command(readInteraction, ref, { call });
    const [messages, answer, feedback] = await Promise.all([
      this.texts.messagesOf(interaction, call),
      this.texts.answerOf(interaction, call),
      this.feedbackOf({ project, call }, completion),
    ]);
    const listed = toListed(interaction, project.key);
    return { ...listed, messages: toMessages(messages), ...answer, feedback };
  }

  /**
   * Resolves once no part of the interaction can be read.
   * @throws AppError `completion_not_found`, `erasure_in_progress`
   */
  async eraseOne(context: ProjectContext, completion: string): Promise<void> {
    const { project, call } = context;
    const ref = { project_id: project.id, completion_id: idOf(completion) };
    const { command } = writeIds(context, project.id);
    const erased = await this.lanes.command(eraseInteraction, ref, { call, id: command });
    const feedbackErasure = this.lanes.command(
      eraseFeedbackOfCompletions,
      { project_id: project.id, ...erased },
      { call, deadlineMs },
    );
    await this.#finish(context, feedbackErasure, { erased: erased.completion_ids, erased_at: erased.erased_at });
  }

  /** Resolves once no data of the user can be read. @throws AppError `erasure_in_progress` */
  async erase(context: ProjectContext, name: string): Promise<void> {
    const { project, call } = context;
    const user = { project_id: project.id, user: endUserOf(name, project.id) as string };
    const { command } = writeIds(context, project.id);
    const { erased_at } = await this.lanes.command(eraseUser, user, { call, id: command });
    const feedbackErasure = this.lanes.command(eraseFeedbackOfUser, { ...user, erased_at }, { call, deadlineMs });
    await this.#finish(context, feedbackErasure, { erased: [user.user], erased_at });
  }

  /** Waits until feedback and storage have applied a recorded erasure. They apply it later if this fails. */
  async #finish(
    { project, call }: ProjectContext,
    feedbackErasure: Promise<unknown>,
    erasure: { erased: string[]; erased_at: string },
  ): Promise<void> {
    const withheld = this.lanes.command(withholdDatasets, { project_id: project.id, ...erasure }, { call, deadlineMs });
    try {
      await Promise.all([feedbackErasure, withheld]);
    } catch (cause) {
      const message = 'The erasure is recorded but not finished, and some data can still be read. Repeat the request.';
      throw overloaded('erasure_in_progress', message, 5, { cause });
    }
  }

  /** Returns the feedback on a completion, at most 1,000 entries. @throws AppError `completion_not_found` */
  async feedbackOf({ project, call }: Pick<ProjectContext, 'project' | 'call'>, completion: string) {
    const ref = { project_id: project.id, completion_id: idOf(completion) };
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
  const id = completionIdSchema.safeParse(completion);
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
export function toMessages(messages: readonly RecordedMessage[]): InteractionResponse['messages'] {
  return messages.map(({ content, tool_calls, provider_fields, anthropic_fields, ...others }) => ({
    ...provider_fields,
    ...anthropic_fields,
    ...others,
    ...(tool_calls && { tool_calls: tool_calls.map(toFunctionCall) }),
    content: typeof content === 'string' ? content : content.map(toPart),
  }));
}

/** Maps a function call to the format of requests. */
export function toFunctionCall({ id, ...called }: { id: string; name: string; arguments: string }) {
  return { id, type: 'function' as const, function: called };
}

function toPart(part: Exclude<RecordedMessage['content'], string>[number]) {
  const fields = { ...part.provider_fields, ...part.anthropic_fields };
  if (part.type === 'text') return { ...fields, type: part.type, text: part.text };
  const { url, detail } = part;
  return { ...fields, type: 'image_url' as const, image_url: detail === undefined ? url : { url, detail } };
}
