import { Injectable } from '@nestjs/common';
import type { CommandContract } from '@earshot/contracts-core';
import {
  createReviewQueue,
  deleteReviewQueue,
  listReviewQueues,
  readReviewAgreement,
  readReviewQueue,
  updateReviewQueue,
  type ReviewQueue,
} from '@earshot/contracts-feedback';
import { MetricDirectory } from '@earshot/directory';
import type { ListQuery } from '@earshot/dto-common';
import type { ReviewAgreementResponse, ReviewQueueResponse } from '@earshot/dto-feedback';
import { notFound } from '@earshot/errors';
import { LaneClient } from '@earshot/messaging';
import type { ProjectContext } from '../auth/request-context.js';
import { writeIds } from '../http/write-ids.js';
import { mapPage, type Page } from '../management/management.client.js';
import type { CreateReviewQueueInput, UpdateReviewQueueInput } from './review-queue-input.js';
import { ReviewSources, shownSource } from './review-sources.service.js';

/** Manages review queues. */
@Injectable()
export class ReviewQueuesService {
  constructor(
    private readonly lanes: LaneClient,
    private readonly metrics: MetricDirectory,
    private readonly sources: ReviewSources,
  ) {}

  async create(context: ProjectContext, body: CreateReviewQueueInput): Promise<ReviewQueueResponse> {
    const { project } = context;
    const { entity: id } = writeIds(context, project.id);
    const { key, name = key, kind, source = null, reviews_per_item = 1, lease_seconds = 300 } = body;
    const metric = await this.metrics.findFenced(project.id, body.metric);
    if (metric === undefined) throw notFound('metric', `${project.key}/${body.metric}`, { param: 'metric' });
    const settings = { key, name, kind, metric: metric.id, reviews_per_item, lease_seconds };
    const resolved = await this.sources.resolve(source, context);
    const request = { id, project_id: project.id, ...settings, source: resolved };
    return show(await this.#write(createReviewQueue, context, request));
  }

  async list({ project, call }: ProjectContext, query: ListQuery): Promise<Page<ReviewQueueResponse>> {
    return mapPage(await this.lanes.command(listReviewQueues, { ...query, project_id: project.id }, { call }), show);
  }

  async read({ project, call }: ProjectContext, queue: string): Promise<ReviewQueueResponse> {
    return show(await this.lanes.command(readReviewQueue, nameOf(project, queue), { call }));
  }

  async update(context: ProjectContext, queue: string, body: UpdateReviewQueueInput): Promise<ReviewQueueResponse> {
    const { source, ...rest } = body;
    const resolved = source === undefined ? {} : { source: await this.sources.resolve(source, context) };
    const request = { ...nameOf(context.project, queue), changes: { ...rest, ...resolved } };
    return show(await this.#write(updateReviewQueue, context, request));
  }

  async remove(context: ProjectContext, queue: string): Promise<void> {
    await this.#write(deleteReviewQueue, context, nameOf(context.project, queue));
  }

  agreement({ project, call }: ProjectContext, queue: string): Promise<ReviewAgreementResponse> {
    return this.lanes.command(readReviewAgreement, nameOf(project, queue), { call });
  }

  /** Writes of the queues of a project use one partition, so that they are applied in order. */
  #write<Q, R>(contract: CommandContract<Q, R>, context: ProjectContext, request: Q): Promise<R> {
    const { project, call } = context;
    const { command: id } = writeIds(context, project.id);
    return this.lanes.command(contract, request, { call, id, key: project.id });
  }
}

/** Names a queue to the feedback service. @throws AppError `review_queue_not_found` for a text that names none. */
export function nameOf(project: { id: string; key: string }, queue: string): { project_id: string; queue: string } {
  if (queue.length > 128) throw notFound('review queue', `${project.key}/${queue}`);
  return { project_id: project.id, queue };
}

function show({ metric_id: _, source, ...queue }: ReviewQueue): ReviewQueueResponse {
  return { ...queue, source: shownSource(source) };
}
