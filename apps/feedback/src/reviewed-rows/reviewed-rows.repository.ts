import { Injectable } from '@nestjs/common';
import type { InteractionErased } from '@earshot/contracts-interactions';
import type { Transaction } from '@earshot/persistence';

/** An erased user of a project. */
interface ErasedUser {
  readonly project_id: string;
  readonly user_id: string;
  /** Completions up to this time are erased. */
  readonly erased_at: string;
}

/** The queries that delete reviews and items with what they are about. */
@Injectable()
export class ReviewedRowsRepository {
  /** Deletes the reviews with these ids, which their feedback and comparisons have too; their items wait again. */
  async forget(tx: Transaction, ids: readonly string[]): Promise<void> {
    await tx.query(
      `with gone as (delete from reviews where id = any($1::uuid[]) returning item_id),
       counted as (select item_id, count(*)::integer as reviews from gone group by item_id)
       update review_items set status = 'waiting', review_count = review_count - counted.reviews
       from counted where review_items.id = counted.item_id`,
      [ids],
    );
  }

  /** Deletes the replays of erased completions, and a batch of their items with leases and reviews. @returns their number. */
  async deleteItemsOf(
    tx: Transaction,
    { project_id, completion_ids }: InteractionErased,
    limit: number,
  ): Promise<number> {
    await tx.query(
      `delete from review_replays replay using review_queues queue where queue.id = replay.queue_id
         and queue.project_id = $1 and (completion_id = any($2::uuid[]) or replay_id = any($2::uuid[]))`,
      [project_id, completion_ids],
    );
    const [, deleted]: [unknown, number] = await tx.query(
      `delete from review_items where id in (
         select item.id from review_items item join review_queues queue on queue.id = item.queue_id
         where queue.project_id = $1 and (item.first_id = any($2::uuid[]) or item.second_id = any($2::uuid[]))
         order by item.id limit $3 for update of item)`,
      [project_id, completion_ids, limit],
    );
    return deleted;
  }

  /** Deletes the replays of completions of an erased user, and a batch of their items. @returns their number. */
  async deleteItemsOfUser(
    tx: Transaction,
    { project_id, user_id, erased_at }: ErasedUser,
    limit: number,
  ): Promise<number> {
    await tx.query(
      `delete from review_replays replay using completion_refs refs
       where refs.completion_id in (replay.completion_id, replay.replay_id)
         and refs.project_id = $1 and refs.user_id = $2 and coalesce(refs.stored_at, refs.created_at) <= $3`,
      [project_id, user_id, erased_at],
    );
    const [, deleted]: [unknown, number] = await tx.query(
      `delete from review_items where id in (
         select item.id from completion_refs refs
         join review_items item on refs.completion_id in (item.first_id, item.second_id)
         where refs.project_id = $1 and refs.user_id = $2 and coalesce(refs.stored_at, refs.created_at) <= $3
         order by item.id limit $4 for update of item)`,
      [project_id, user_id, erased_at, limit],
    );
    return deleted;
  }
}
