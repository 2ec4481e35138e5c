import { TimestampColumn } from '@earshot/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `review_leases`: kept after its expiry until the item is done. */
@Entity('review_leases')
export class ReviewLeaseEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  item_id!: string;

  @Column('uuid')
  queue_id!: string;

  @Column('text')
  reviewer!: string;

  @Column('uuid')
  left_id!: string;

  /** null in a queue of kind `rate`. */
  @Column('uuid', { nullable: true })
  right_id!: string | null;

  @TimestampColumn()
  expires_at!: string;
}
