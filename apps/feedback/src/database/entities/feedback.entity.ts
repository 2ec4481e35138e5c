import type { FeedbackRecorded } from '@earshot/contracts-feedback';
import { TimestampColumn } from '@earshot/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `feedback`: feedback about a completion, or the outcome of a session. */
@Entity('feedback')
export class FeedbackEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  project_id!: string;

  @Column('uuid')
  metric_id!: string;

  @Column('text')
  origin!: FeedbackRecorded['origin'];

  /** null: an outcome of the session. */
  @Column('uuid', { nullable: true })
  completion_id!: string | null;

  @Column('uuid')
  session_id!: string;

  /** `{project}/{model}`; empty for none. */
  @Column('text')
  model!: string;

  /** null for imports without a model, and in rows from before A/B campaigns. */
  @Column('uuid', { nullable: true })
  model_id!: string | null;

  /** The A/B campaign of the interaction, or the last one of the session; null for none. */
  @Column('uuid', { nullable: true })
  campaign_id!: string | null;

  @Column('uuid', { nullable: true })
  user_id!: string | null;

  /** 0 or 1 for metrics of kind `bool`. */
  @Column('double precision')
  value!: number;

  @Column('text', { nullable: true })
  reason!: string | null;

  @Column('text', { nullable: true })
  details!: string | null;

  @TimestampColumn()
  created_at!: string;

  /** Whether it counts: no later value of the same user has replaced it. */
  @Column('boolean')
  is_current!: boolean;
}
