import type { ProjectLimits, ProjectQuotas } from '@earshot/contracts-projects';
import { TimestampColumn } from '@earshot/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `projects`: the published project. */
@Entity('projects')
export class ProjectEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  key!: string;

  @Column('text')
  name!: string;

  @Column('text', { nullable: true })
  system_prompt!: string | null;

  /** Null: the settings apply. */
  @Column('jsonb', { nullable: true })
  limits!: ProjectLimits | null;

  /** Null: interactions never expire. */
  @Column('int', { nullable: true })
  interactions_days!: number | null;

  /** Quotas that an administrator set; the settings give the others. */
  @Column('jsonb')
  quotas!: ProjectQuotas;

  @TimestampColumn()
  created_at!: string;

  @TimestampColumn()
  updated_at!: string;
}
