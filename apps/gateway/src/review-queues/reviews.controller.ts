import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import {
  addedReviewItemsSchema,
  addReviewItemsSchema,
  createReviewSchema,
  leaseReviewItemsSchema,
  reviewItemPageSchema,
  reviewItemQuerySchema,
  reviewLeasesSchema,
  reviewSchema,
  type AddReviewItemsInput,
  type CreateReview,
  type LeaseReviewItemsInput,
  type ReviewItemQuery,
} from '@earshot/dto-feedback';
import { RequirePermission } from '../auth/route.decorators.js';
import { InProject, type ProjectContext } from '../auth/request-context.js';
import { BodyPipe, QueryPipe } from '../http/request-pipes.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { ReviewsService } from './reviews.service.js';

/** The items, leases and reviews of a review queue. */
@RequirePermission('feedback')
@Resource('Review queues')
@Controller('api/v1/projects/:project/review_queues/:queue')
export class ReviewsController {
  constructor(private readonly reviews: ReviewsService) {}

  @Post('items')
  @RequirePermission('manage')
  @Operation({
    id: 'addReviewItems',
    summary: 'Add items to a review queue',
    description: 'The two completions of an item answer the same prompt. Items that the queue has already are kept.',
    answer: addedReviewItemsSchema,
    errors: ['review_item_invalid', 'completion_not_found', 'same_completion', 'prompts_differ', 'review_queue_full'],
  })
  addItems(
    @InProject() context: ProjectContext,
    @Param('queue') queue: string,
    @Body(new BodyPipe(addReviewItemsSchema)) body: AddReviewItemsInput,
  ) {
    return this.reviews.addItems(context, queue, body);
  }

  @Get('items')
  @RequirePermission('read')
  @Operation({ id: 'listReviewItems', summary: 'List the items of a review queue', answer: reviewItemPageSchema })
  listItems(
    @InProject() context: ProjectContext,
    @Param('queue') queue: string,
    @Query(new QueryPipe(reviewItemQuerySchema)) query: ReviewItemQuery,
  ) {
    return this.reviews.listItems(context, queue, query);
  }

  @Post('leases')
  @Operation({
    id: 'leaseReviewItems',
    summary: 'Lease items for review',
    description:
      'Nobody else gets the items until the leases expire. A reviewer gets no item twice. `data` is empty if nothing waits.',
    answer: reviewLeasesSchema,
    errors: ['review_item_not_found', 'review_item_taken', 'already_reviewed', 'lease_limit'],
  })
  lease(
    @InProject() context: ProjectContext,
    @Param('queue') queue: string,
    @Body(new BodyPipe(leaseReviewItemsSchema)) body: LeaseReviewItemsInput,
  ) {
    return this.reviews.lease(context, queue, body);
  }

  @Delete('leases/:lease')
  @Operation({
    id: 'releaseReviewLease',
    summary: 'Release a lease',
    description: 'The item waits again. A lease that has ended is no error.',
  })
  release(@InProject() context: ProjectContext, @Param('queue') queue: string, @Param('lease') lease: string) {
    return this.reviews.release(context, queue, lease);
  }

  @Post('reviews')
  @Operation({
    id: 'createReview',
    summary: 'Review a leased item',
    description:
      'Records a comparison or feedback, as their own routes do. The same review of a lease again returns the first ' +
      'response. An expired lease is accepted until others take the item.',
    answer: reviewSchema,
    errors: [
      'lease_expired',
      'already_reviewed',
      'review_invalid',
      'metric_value_invalid',
      'metric_not_found',
      'completion_not_found',
    ],
  })
  review(
    @InProject() context: ProjectContext,
    @Param('queue') queue: string,
    @Body(new BodyPipe(createReviewSchema)) body: CreateReview,
  ) {
    return this.reviews.review(context, queue, body);
  }

  @Delete('reviews/:review')
  @Operation({
    id: 'undoReview',
    summary: 'Undo a review',
    description: 'Deletes the review with its comparison or feedback. The item waits again.',
  })
  undo(@InProject() context: ProjectContext, @Param('queue') queue: string, @Param('review') review: string) {
    return this.reviews.undo(context, queue, review);
  }
}
