import type { ReviewQueue, ReviewSource } from '@earshot/contracts-feedback';
import { TimestampColumn } from '@earshot/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `review_queues`. */
@Entity('review_queues')
export class ReviewQueueEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  project_id!: string;

  @Column('text')
  key!: string;

  @Column('text')
  name!: string;

  @Column('text')
  kind!: ReviewQueue['kind'];

  @Column('uuid')
  metric_id!: string;

  @Column('jsonb', { nullable: true })
  source!: ReviewSource;

  @Column('integer')
  reviews_per_item!: number;

  @Column('integer')
  lease_seconds!: number;

  /** Where the background fill continues; null from the start. */
  @Column('text', { nullable: true })
  fill_cursor!: string | null;

  /** Time of the next background fill; null: at once. */
  @TimestampColumn({ nullable: true })
  fill_after!: string | null;

  /** Why the source cannot be read; null: it can. */
  @Column('text', { nullable: true })
  fill_error!: string | null;

  @TimestampColumn()
  created_at!: string;

  @TimestampColumn()
  updated_at!: string;
}
