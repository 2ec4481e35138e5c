import type { ComparisonRecorded } from '@earshot/contracts-feedback';
import { TimestampColumn } from '@earshot/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `comparisons`. */
@Entity('comparisons')
export class ComparisonEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  project_id!: string;

  @Column('uuid')
  metric_id!: string;

  @Column('uuid')
  preferred_id!: string;

  @Column('uuid')
  preferred_session_id!: string;

  /** `{project}/{model}`; empty for none. */
  @Column('text')
  preferred_model!: string;

  /** null for imports without a model, and in rows from before A/B campaigns. */
  @Column('uuid', { nullable: true })
  preferred_model_id!: string | null;

  @Column('uuid')
  other_id!: string;

  @Column('uuid')
  other_session_id!: string;

  /** `{project}/{model}`; empty for none. */
  @Column('text')
  other_model!: string;

  /** See {@link preferred_model_id}. */
  @Column('uuid', { nullable: true })
  other_model_id!: string | null;

  @Column('text', { nullable: true })
  tied!: ComparisonRecorded['tied'];

  @Column('uuid', { nullable: true })
  user_id!: string | null;

  @TimestampColumn()
  created_at!: string;
}
