import { TimestampColumn } from '@earshot/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `reviews`. Its comparison or feedback has the decision; a review with neither is a skip. */
@Entity('reviews')
export class ReviewEntity {
  /** Also the id of its comparison or feedback. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  item_id!: string;

  @Column('uuid')
  queue_id!: string;

  /** The lease that it was made with; one lease has one review. */
  @Column('uuid')
  lease_id!: string;

  @Column('text')
  reviewer!: string;

  /** SHA-256 of the request, by which a repeated one is recognised. */
  @Column('text')
  request_hash!: string;

  @Column('uuid', { nullable: true })
  comparison_id!: string | null;

  @Column('uuid', { nullable: true })
  feedback_id!: string | null;

  @TimestampColumn()
  created_at!: string;
}
