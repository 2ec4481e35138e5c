import { Injectable } from '@nestjs/common';
import type { CommandContract } from '@earshot/contracts-core';
import {
  addReviewItems,
  leaseReviewItems,
  listReviewItems,
  recordReview,
  releaseReviewLease,
  undoReview,
  type Decision,
} from '@earshot/contracts-feedback';
import { uuidSchema } from '@earshot/dto-common';
import type {
  AddReviewItemsInput,
  CreateReview,
  LeaseReviewItemsInput,
  ReviewItemQuery,
  ReviewResponse,
} from '@earshot/dto-feedback';
import { notFound } from '@earshot/errors';
import { LaneClient } from '@earshot/messaging';
import type { ProjectContext } from '../auth/request-context.js';
import { endUserOf } from '../http/end-user.js';
import { writeIds } from '../http/write-ids.js';
import { nameOf } from './review-queues.service.js';

/** Adds, lists, leases and reviews the items of review queues. */
@Injectable()
export class ReviewsService {
  constructor(private readonly lanes: LaneClient) {}

  addItems(context: ProjectContext, queue: string, { items }: AddReviewItemsInput) {
    return this.#write(addReviewItems, context, { ...nameOf(context.project, queue), items }, queue);
  }

  listItems({ project, call }: ProjectContext, queue: string, query: ReviewItemQuery) {
    return this.lanes.command(listReviewItems, { ...nameOf(project, queue), ...query }, { call });
  }

  lease(context: ProjectContext, queue: string, body: LeaseReviewItemsInput) {
    const { reviewer = context.caller.keyName, limit = 1, item_id = null } = body;
    const request = { ...nameOf(context.project, queue), reviewer, limit, item_id };
    // Leases of one reviewer are counted one at a time: in one partition they do not exceed the limit together.
    return this.#write(leaseReviewItems, context, request, `${queue}/${reviewer}`);
  }

  async release(context: ProjectContext, queue: string, lease: string): Promise<void> {
    // A lease that has ended is no error, so neither is another text.
    if (!uuidSchema.safeParse(lease).success) return;
    const request = { ...nameOf(context.project, queue), lease_id: lease };
    await this.#write(releaseReviewLease, context, request, queue);
  }

  review(context: ProjectContext, queue: string, body: CreateReview): Promise<ReviewResponse> {
    const { entity: id } = writeIds(context, context.project.id);
    const { lease_id } = body;
    const user_id = endUserOf(body.user_id, context.project.id);
    const request = { ...nameOf(context.project, queue), id, lease_id, decision: decisionOf(body), user_id };
    return this.#write(recordReview, context, request, queue);
  }

  /** @throws AppError `review_not_found` */
  async undo(context: ProjectContext, queue: string, review: string): Promise<void> {
    if (!uuidSchema.safeParse(review).success) throw notFound('review', review);
    await this.#write(undoReview, context, { ...nameOf(context.project, queue), review_id: review }, queue);
  }

  /** @param within name in the project, by which the partition is chosen. */
  #write<Q, R>(contract: CommandContract<Q, R>, context: ProjectContext, request: Q, within: string): Promise<R> {
    const { project, call } = context;
    const { command: id } = writeIds(context, project.id);
    return this.lanes.command(contract, request, { call, id, key: `${project.id}/${within}` });
  }
}

/** The schema accepts exactly one decision. */
function decisionOf({ preferred_completion, tied, value, reason = null, details = null }: CreateReview): Decision {
  if (preferred_completion !== undefined) return { preferred_completion };
  if (tied !== undefined) return { tied };
  return value === undefined ? { skip: true } : { value, reason, details };
}
