import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import {
  interactionImported,
  type InteractionFeedback,
  type ImportedInteraction,
  type ImportInteraction,
} from '@earshot/contracts-interactions';
import { CampaignDirectory, MetricDirectory, ModelDirectory, ProjectDirectory } from '@earshot/directory';
import { AppError } from '@earshot/errors';
import { Outbox, type Transaction } from '@earshot/persistence';
import { StoredObjects } from '@earshot/storage-client';
import { PartitionsService } from '../partitions/partitions.service.js';
import { toImported, type InteractionRow } from '../rows/interaction-row.js';
import { InteractionsRepository } from '../rows/interactions.repository.js';
import { Quotas, type Room } from '../usage/quotas.js';
import { importedFeedbackRow, importedRow } from './import.mapper.js';
import { metricValue } from './metric-value.js';

/** A command to import an interaction. */
export interface ImportCommand {
  readonly body: ImportInteraction;
  readonly call: CallContext;
}

/** The rows of an import, or its error. */
export type PlannedImport =
  { readonly row: InteractionRow; readonly feedbacks: readonly InteractionFeedback[] } | { readonly error: AppError };

/** Imports interactions, each with all of its feedback or not at all. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly projects: ProjectDirectory,
    private readonly models: ModelDirectory,
    private readonly campaigns: CampaignDirectory,
    private readonly metrics: MetricDirectory,
    private readonly objects: StoredObjects,
    private readonly partitions: PartitionsService,
    private readonly interactions: InteractionsRepository,
    private readonly quotas: Quotas,
    private readonly outbox: Outbox,
  ) {}

  /** Validates imports before the transaction, since it may wait for state or the bucket. */
  async plan<Request extends ImportCommand>(requests: readonly Request[]): Promise<Map<Request, PlannedImport>> {
    const plans = await Promise.all(requests.map((one) => this.#planned(one)));
    const times = plans.flatMap((plan) => ('row' in plan ? [plan.row.created_at] : []));
    await this.partitions.ensureFor(times);
    return new Map(requests.map((one, index) => [one, plans[index] as PlannedImport]));
  }

  /** Locks the quotas of the projects until the transaction ends. */
  room(tx: Transaction, requests: readonly ImportCommand[]): Promise<Room> {
    return this.quotas.lock(
      tx,
      requests.map(({ body }) => body.project_id),
    );
  }

  /**
   * Writes the imports that fit into the quotas, and marks the others in `plans`.
   * @returns one result for each, in their order.
   */
  async write<Request extends ImportCommand>(
    tx: Transaction,
    requests: readonly Request[],
    plans: Map<Request, PlannedImport>,
    room: Room,
  ): Promise<({ ok: ImportedInteraction } | { error: AppError })[]> {
    for (const one of requests) plans.set(one, this.#within(room, one, plans.get(one) as PlannedImport));
    const good = requests.flatMap((one) => {
      const plan = plans.get(one) as PlannedImport;
      return 'row' in plan ? [{ ...plan, call: one.call }] : [];
    });
    const written = await this.interactions.insert(
      tx,
      good.map(({ row }) => row),
    );
    const fresh = good.filter(({ row }) => written.has(row.completion_id.toLowerCase()));
    await this.interactions.insertFeedback(
      tx,
      fresh.flatMap(({ row, feedbacks }) => feedbacks.map((feedback) => importedFeedbackRow(feedback, row))),
    );
    const entries = fresh.map(({ row, feedbacks, call }) => ({
      event: toImported(row, written.get(row.completion_id.toLowerCase()) as string, feedbacks),
      call,
    }));
    await this.outbox.events(tx, interactionImported, entries);
    return requests.map((one) => {
      const plan = plans.get(one) as PlannedImport;
      return 'row' in plan ? { ok: answerTo(one.body) } : { error: plan.error };
    });
  }

  /** Deletes the stored texts of imports that exceeded a quota. */
  async removeTextsOfRejected(plans: ReadonlyMap<ImportCommand, PlannedImport>): Promise<void> {
    for (const [{ body, call }, plan] of plans) {
      if ('row' in plan || plan.error.code !== 'quota_exceeded') continue;
      const { project_id, conversation, answers } = body;
      if (conversation) await this.objects.remove({ kind: 'conversation', project_id, name: conversation.name }, call);
      if (answers) await this.objects.remove({ kind: 'completion', project_id, name: answers.name }, call);
    }
  }

  #within(room: Room, { body }: ImportCommand, plan: PlannedImport): PlannedImport {
    const error = 'row' in plan ? this.quotas.take(room, body.project_id) : undefined;
    return error === undefined ? plan : { error };
  }

  async #planned({ body, call }: ImportCommand): Promise<PlannedImport> {
    try {
      const project = await this.projects.require(body.project_id, 'project');
      if (body.conversation || body.answers) await this.quotas.requireRemaining(project.id);
      const model = body.model === null ? null : await this.models.require(project.id, body.model, 'model_service');
      const campaign =
        body.ab_campaign === null ? null : await this.campaigns.require(project.id, body.ab_campaign, 'ab_campaign');
      const row = importedRow(body, { project, model, campaign }, new Date().toISOString());
      const feedbacks = await this.#feedbacks(body, row);
      // Last, so that a failed import leaves nothing: uploads that are not kept expire.
      await this.#keep(body, call);
      return { row, feedbacks };
    } catch (error) {
      if (error instanceof AppError) return { error };
      throw error;
    }
  }

  #feedbacks({ feedbacks, project_id }: ImportInteraction, row: InteractionRow): Promise<InteractionFeedback[]> {
    return Promise.all(
      feedbacks.map(async ({ id, metric: name, value, reason, details, created_at }, index) => {
        const at = `feedbacks[${index}]`;
        const metric = await this.metrics.require(project_id, name, `${at}.metric`);
        const converted = metricValue(metric, value, `${at}.value`);
        const fields = { value: converted, reason, details, created_at: created_at ?? row.created_at };
        return { id, metric_id: metric.id, metric: metric.key, ...fields };
      }),
    );
  }

  async #keep({ project_id, conversation, answers }: ImportInteraction, call: CallContext): Promise<void> {
    if (conversation) await this.objects.keep({ kind: 'conversation', project_id, name: conversation.name }, call);
    if (answers) await this.objects.keep({ kind: 'completion', project_id, name: answers.name }, call);
  }
}

function answerTo({ completion_id, session_id, feedbacks }: ImportInteraction): ImportedInteraction {
  return { completion_id, session_id, feedback_ids: feedbacks.map(({ id }) => id) };
}
