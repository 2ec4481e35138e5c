import type { ReviewItem } from '@earshot/contracts-feedback';
import { TimestampColumn } from '@earshot/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `review_items`. */
@Entity('review_items')
export class ReviewItemEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  queue_id!: string;

  /** The completion to rate, or the one of a pair with the lower id. */
  @Column('uuid')
  first_id!: string;

  /** null in a queue of kind `rate`. */
  @Column('uuid', { nullable: true })
  second_id!: string | null;

  /** An item with an unexpired lease is `waiting` here. */
  @Column('text')
  status!: Exclude<ReviewItem['status'], 'leased'>;

  /** Number of reviews, skips too. */
  @Column('integer')
  review_count!: number;

  @TimestampColumn()
  created_at!: string;
}
