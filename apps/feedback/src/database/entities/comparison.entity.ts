import type { ComparisonRecorded } from '@earshot/contracts-feedback';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `comparisons`. */
@Entity('comparisons')
export class ComparisonEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('uuid', { name: 'metric_id' })
  metricId!: string;

  @Column('uuid', { name: 'preferred_id' })
  preferredId!: string;

  @Column('uuid', { name: 'preferred_session_id' })
  preferredSessionId!: string;

  /** `{project}/{model}`; empty for none. */
  @Column('text', { name: 'preferred_model' })
  preferredModel!: string;

  /** null where an import named none, and in rows from before A/B campaigns. */
  @Column('uuid', { name: 'preferred_model_id', nullable: true })
  preferredModelId!: string | null;

  @Column('uuid', { name: 'other_id' })
  otherId!: string;

  @Column('uuid', { name: 'other_session_id' })
  otherSessionId!: string;

  /** `{project}/{model}`; empty for none. */
  @Column('text', { name: 'other_model' })
  otherModel!: string;

  /** As {@link preferredModelId}. */
  @Column('uuid', { name: 'other_model_id', nullable: true })
  otherModelId!: string | null;

  @Column('text', { nullable: true })
  tied!: ComparisonRecorded['tied'];

  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;
}
