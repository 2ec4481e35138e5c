import { Injectable } from '@nestjs/common';
import type { CallContext, CommandContract } from '@earshot/contracts-core';
import {
  listComparisons,
  listFeedback,
  listOutcomes,
  recordComparison,
  recordFeedback,
  recordOutcome,
  removeComparison,
  removeFeedback,
  type RemoveRecord,
  type ComparedSide,
} from '@earshot/contracts-feedback';
import { promptHash } from '@earshot/contracts-interactions';
import { MetricDirectory } from '@earshot/directory';
import { uuidSchema } from '@earshot/dto-common';
import type {
  ComparisonInput,
  FeedbackInput,
  FeedbackListQuery,
  OutcomeInput,
  OutcomeListQuery,
} from '@earshot/dto-feedback';
import { invalidRequest, notFound } from '@earshot/errors';
import { LaneClient } from '@earshot/messaging';
import { v5 } from 'uuid';
import { ProjectAccess } from '../auth/project-access.js';
import type { ProjectContext, RequestContext } from '../auth/request-context.js';
import { endUserOf } from '../http/end-user.js';
import { writeIds } from '../http/write-ids.js';
import { MessageImages } from '../images/message-images.service.js';

/** Fields that all records have. */
interface FeedbackRecord {
  readonly id: string;
  /** null: the project of the completion or session. */
  readonly project_id: string | null;
  readonly metric: string;
}

/** Records and lists feedback, outcomes and comparisons. */
@Injectable()
export class FeedbackService {
  constructor(
    private readonly lanes: LaneClient,
    private readonly access: ProjectAccess,
    private readonly metrics: MetricDirectory,
    private readonly images: MessageImages,
  ) {}

  async feedback(context: RequestContext, input: FeedbackInput) {
    const { command, common } = await this.#begin(context, input);
    const { project, project_id, use_case, metric, user_id, value, completion_id, ...fields } = input;
    const request = { ...common, value, completion_id, reason: null, details: null, ...withoutNulls(fields) };
    return { feedback_id: await this.#record(recordFeedback, context, request, command) };
  }

  async outcome(context: RequestContext, input: OutcomeInput) {
    const { command, common } = await this.#begin(context, input);
    const request = { ...common, value: input.value, session_id: input.session_id };
    return { outcome_id: await this.#record(recordOutcome, context, request, command) };
  }

  /** Stores the images of the prompt, then records the comparison. */
  async compare(context: RequestContext, input: ComparisonInput) {
    const { command, common } = await this.#begin(context, input);
    const request = {
      ...common,
      preferred: sideOf(input.preferred_completion, 'preferred', command),
      other: sideOf(input.other_completion, 'other', command),
      tied: input.tied ?? null,
      prompt: await this.#promptOf(input, common.project_id, context.call),
      session_id: v5('session', command),
    };
    return { comparison_id: await this.#record(recordComparison, context, request, command) };
  }

  async listFeedback(context: ProjectContext, query: FeedbackListQuery) {
    return this.lanes.command(listFeedback, await this.#filter(context, query), { call: context.call });
  }

  async listOutcomes(context: ProjectContext, query: OutcomeListQuery) {
    return this.lanes.command(listOutcomes, await this.#filter(context, query), { call: context.call });
  }

  async listComparisons(context: ProjectContext, query: FeedbackListQuery) {
    return this.lanes.command(listComparisons, await this.#filter(context, query), { call: context.call });
  }

  /** @throws AppError `feedback_not_found` */
  async removeFeedback(context: ProjectContext, id: string): Promise<void> {
    await this.#remove(removeFeedback, 'feedback', context, id);
  }

  /** @throws AppError `comparison_not_found` */
  async removeComparison(context: ProjectContext, id: string): Promise<void> {
    await this.#remove(removeComparison, 'comparison', context, id);
  }

  async #remove(
    contract: CommandContract<RemoveRecord, { id: string }>,
    kind: string,
    context: ProjectContext,
    id: string,
  ): Promise<void> {
    if (!uuidSchema.safeParse(id).success) throw notFound(kind, id);
    const { command } = writeIds(context, context.project.id);
    await this.lanes.command(contract, { id, project_id: context.project.id }, { call: context.call, id: command });
  }

  async #begin(context: RequestContext, input: FeedbackInput | OutcomeInput | ComparisonInput) {
    const project_id = await this.access.named(context.caller, input);
    const { command, entity: id } = writeIds(context, project_id);
    const user_id = endUserIn(project_id, input.user_id);
    return { command, common: { id, project_id, metric: input.metric, user_id } };
  }

  async #record<Q extends FeedbackRecord>(
    contract: CommandContract<Q, { id: string }>,
    { call }: RequestContext,
    request: Q,
    command: string,
  ): Promise<string> {
    const { project_id, metric } = request;
    // Records of one metric are counted one at a time: in one partition they delay no others.
    const key = (project_id === null ? this.metrics.replica.get(metric) : this.metrics.find(project_id, metric))?.id;
    const { id } = await this.lanes.command(contract, request, { call, id: command, ...(key && { key }) });
    return id;
  }

  async #promptOf({ messages, prompt }: ComparisonInput, projectId: string | null, call: CallContext) {
    const given = messages ?? (prompt == null ? null : [{ role: 'user' as const, content: prompt }]);
    if (given === null) return null;
    const hasImages = given.some(
      ({ content }) => typeof content !== 'string' && content.some(({ type }) => type === 'image'),
    );
    if (hasImages && projectId === null)
      throw projectRequired('messages contain images, because the project stores them');
    const stored = projectId === null ? given : await this.images.store(given, { projectId, store: true, call });
    return { messages: stored, hash: promptHash(stored) };
  }

  async #filter<Query extends OutcomeListQuery>({ project }: ProjectContext, { metric, ...query }: Query) {
    const found = metric === undefined ? null : await this.metrics.findFenced(project.id, metric);
    if (found === undefined) throw notFound('metric', `${project.key}/${metric}`, { param: 'metric' });
    const user_id = endUserOf(query.user_id, project.id);
    return { ...query, user_id, project_id: project.id, metric_id: found?.id ?? null };
  }
}

/**
 * The fields that were sent. An added field must be absent rather than null: a retry during a rollout is the same
 * command.
 */
function withoutNulls<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>;
  };
}

/** Ids of texts are derived from the command, so that a retry under the same idempotency key is the same command. */
function sideOf(given: ComparisonInput['preferred_completion'], name: string, command: string): ComparedSide {
  if (typeof given === 'string') return { completion_id: given, text: null, model: null };
  return { completion_id: v5(name, command), ...given };
}

function projectRequired(reason: string) {
  return invalidRequest('project_required', `'project' is required if ${reason}.`, { param: 'project' });
}

/** The id of an end user. Names are mapped to ids within a project. @param projectId null if the caller named none. */
function endUserIn(projectId: string | null, user: string | null | undefined): string | null {
  if (projectId !== null) return endUserOf(user, projectId);
  const id = uuidSchema.safeParse(user ?? null);
  if (!user || id.success) return id.data ?? null;
  throw projectRequired("'user_id' is not a UUID, because users are named within a project");
}
