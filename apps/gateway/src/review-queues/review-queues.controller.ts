import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { listQuerySchema, type ListQuery } from '@earshot/dto-common';
import { reviewAgreementSchema, reviewQueuePageSchema, reviewQueueSchema } from '@earshot/dto-feedback';
import { RequirePermission } from '../auth/route.decorators.js';
import { InProject, type ProjectContext } from '../auth/request-context.js';
import { BodyPipe, QueryPipe } from '../http/request-pipes.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import {
  createReviewQueueSchema,
  updateReviewQueueSchema,
  type CreateReviewQueueInput,
  type UpdateReviewQueueInput,
} from './review-queue-input.js';
import { ReviewQueuesService } from './review-queues.service.js';

/** The review queues of a project. */
@RequirePermission('manage')
@Resource('Review queues')
@Controller('api/v1/projects/:project/review_queues')
export class ReviewQueuesController {
  constructor(private readonly queues: ReviewQueuesService) {}

  @Post()
  @Operation({
    id: 'createReviewQueue',
    summary: 'Create a review queue',
    description:
      'A queue with a source is filled in the background. Without one, add items yourself. A source with `replay` ' +
      'requires the permission `inference`.',
    answer: reviewQueueSchema,
    errors: [
      'key_taken',
      'id_taken',
      'review_queue_limit',
      'source_not_fit',
      'metric_not_found',
      'ab_campaign_not_found',
      'model_not_found',
      'model_not_capable',
    ],
  })
  create(
    @InProject() context: ProjectContext,
    @Body(new BodyPipe(createReviewQueueSchema)) body: CreateReviewQueueInput,
  ) {
    return this.queues.create(context, body);
  }

  @Get()
  @RequirePermission('read')
  @Operation({ id: 'listReviewQueues', summary: 'List review queues', answer: reviewQueuePageSchema })
  list(@InProject() context: ProjectContext, @Query(new QueryPipe(listQuerySchema)) query: ListQuery) {
    return this.queues.list(context, query);
  }

  @Get(':queue')
  @RequirePermission('read')
  @Operation({ id: 'readReviewQueue', summary: 'Get a review queue', answer: reviewQueueSchema })
  read(@InProject() context: ProjectContext, @Param('queue') queue: string) {
    return this.queues.read(context, queue);
  }

  @Patch(':queue')
  @Operation({
    id: 'updateReviewQueue',
    summary: 'Update a review queue',
    description: 'Omitted fields keep their values. Changes apply to items that are not reviewed, and to new leases.',
    answer: reviewQueueSchema,
    errors: ['source_not_fit', 'metric_not_found', 'ab_campaign_not_found', 'model_not_found', 'model_not_capable'],
  })
  update(
    @InProject() context: ProjectContext,
    @Param('queue') queue: string,
    @Body(new BodyPipe(updateReviewQueueSchema)) body: UpdateReviewQueueInput,
  ) {
    return this.queues.update(context, queue, body);
  }

  @Delete(':queue')
  @Operation({
    id: 'deleteReviewQueue',
    summary: 'Delete a review queue',
    description: 'Also deletes its items and reviews. Recorded comparisons and feedback stay.',
  })
  remove(@InProject() context: ProjectContext, @Param('queue') queue: string) {
    return this.queues.remove(context, queue);
  }

  @Get(':queue/agreement')
  @RequirePermission('read')
  @Operation({
    id: 'readReviewAgreement',
    summary: 'Get the agreement of reviewers',
    description: 'Compares the reviews of items with two reviews or more: the latest 10,000 reviews of the queue.',
    answer: reviewAgreementSchema,
  })
  agreement(@InProject() context: ProjectContext, @Param('queue') queue: string) {
    return this.queues.agreement(context, queue);
  }
}
