import type { FeedbackRecorded } from '@earshot/contracts-feedback';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `feedback`: a value about a completion or a session. */
@Entity('feedback')
export class ValueEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('uuid', { name: 'metric_id' })
  metricId!: string;

  @Column('text')
  origin!: FeedbackRecorded['origin'];

  /** null: about the whole session. */
  @Column('uuid', { name: 'completion_id', nullable: true })
  completionId!: string | null;

  @Column('uuid', { name: 'session_id' })
  sessionId!: string;

  /** `{project}/{model}`; empty for none. */
  @Column('text')
  model!: string;

  /** null where an import named none, and in rows from before A/B campaigns. */
  @Column('uuid', { name: 'model_id', nullable: true })
  modelId!: string | null;

  /** The A/B campaign of the interaction, or the last one of the session; null for none. */
  @Column('uuid', { name: 'campaign_id', nullable: true })
  campaignId!: string | null;

  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

  /** 0 and 1 under a metric of yes and no. */
  @Column('double precision')
  value!: number;

  @Column('text', { nullable: true })
  reason!: string | null;

  @Column('text', { nullable: true })
  details!: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  /** Whether it counts: no later value of the same user has taken its place. */
  @Column('boolean', { name: 'is_current' })
  isCurrent!: boolean;
}
