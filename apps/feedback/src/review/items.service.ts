import { Injectable } from '@nestjs/common';
import type {
  AddedReviewItems,
  AddReviewItems,
  ListReviewItems,
  Review,
  ReviewItem,
  ReviewItemPage,
} from '@earshot/contracts-feedback';
import type { Transaction } from '@earshot/persistence';
import { promptsDiffer, sameCompletion } from '../comparisons/comparisons.errors.js';
import type { ReviewItemEntity } from '../database/entities/review-item.entity.js';
import type { ReviewQueueEntity } from '../database/entities/review-queue.entity.js';
import { completionNotFound } from '../feedback/feedback.errors.js';
import type { Found, Reference } from '../references/reference.js';
import { ReferencesRepository, subjectKey } from '../references/references.repository.js';
import { ReferencesService } from '../references/references.service.js';
import { ItemsRepository, pairOf } from './items.repository.js';
import { QueuesRepository } from './queues.repository.js';
import { itemInvalid, maxWaitingItems, queueFull } from './review.errors.js';
import { ReviewsRepository } from './reviews.repository.js';

type Items = AddReviewItems['items'];

/** Adds and lists the items of review queues. */
@Injectable()
export class ItemsService {
  constructor(
    private readonly queues: QueuesRepository,
    private readonly items: ItemsRepository,
    private readonly reviews: ReviewsRepository,
    private readonly references: ReferencesService,
    private readonly referenceRows: ReferencesRepository,
  ) {}

  /** Looks up the completions of items. Call it before the transaction: it may wait for events. */
  completions(requests: readonly { readonly body: AddReviewItems }[]): Promise<Found<Reference>> {
    const ids = requests.flatMap(({ body }) => body.items.flatMap(({ completion_ids }) => completion_ids));
    return this.references.completions(ids.map((id) => id.toLowerCase()));
  }

  /**
   * @param known of {@link completions}
   * @throws AppError `review_queue_not_found`, `review_item_invalid`, `completion_not_found`, `same_completion`,
   * `prompts_differ`, `review_queue_full`
   */
  async add(tx: Transaction, body: AddReviewItems, known: Found<Reference>): Promise<AddedReviewItems> {
    // Locked, so that concurrent requests do not exceed the limit together.
    const queue = await this.queues.lock(tx, body);
    const references = referencesOf(queue, body.items, known);
    const living = await this.referenceRows.living(tx, references);
    const erased = references.find((reference) => !living.has(subjectKey(reference)));
    if (erased !== undefined) throw completionNotFound(erased.completion_id, 'items');
    const pairs = body.items.map(({ completion_ids }) => pairOf(completion_ids));
    const added = await this.items.add(tx, queue.id, pairs);
    if (added > 0 && (await this.items.waiting(tx, queue.id)) > maxWaitingItems) throw queueFull();
    return { added, existing: pairs.length - added };
  }

  /** @throws AppError `review_queue_not_found`, `cursor_invalid` */
  async list(tx: Transaction, request: ListReviewItems): Promise<ReviewItemPage> {
    const queue = await this.queues.find(tx, request);
    const { rows, nextCursor } = await this.items.page(tx, queue.id, request.status, request);
    const ids = rows.map(({ id }) => id);
    const leased = await this.items.leased(tx, ids);
    const reviews = await this.reviews.ofItems(tx, ids);
    return { data: rows.map((row) => toItem(row, leased, reviews)), next_cursor: nextCursor };
  }
}

/** The completions of items, checked. */
function referencesOf(queue: ReviewQueueEntity, items: Items, { found, failure }: Found<Reference>): Reference[] {
  return items.flatMap(({ completion_ids }, index) => {
    const param = `items.${index}.completion_ids`;
    if (completion_ids.length !== (queue.kind === 'compare' ? 2 : 1)) throw itemInvalid(queue, param);
    const references = completion_ids.map((id) => {
      const reference = found.get(id.toLowerCase());
      if (reference === undefined && failure) throw failure;
      if (reference?.project_id !== queue.project_id) throw completionNotFound(id, param);
      return reference;
    });
    const [one, another] = references;
    if (one?.completion_id === another?.completion_id) throw sameCompletion();
    if (another !== undefined && one?.prompt_hash !== another.prompt_hash) throw promptsDiffer(param);
    return references;
  });
}

function toItem(
  { id, status, first_id, second_id, created_at }: ReviewItemEntity,
  leased: ReadonlySet<string>,
  reviews: readonly Review[],
): ReviewItem {
  return {
    id,
    status: status === 'waiting' && leased.has(id) ? 'leased' : status,
    completion_ids: second_id === null ? [first_id] : [first_id, second_id],
    reviews: reviews.filter(({ item_id }) => item_id === id),
    created_at,
  };
}
