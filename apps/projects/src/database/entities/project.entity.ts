import type { ProjectLimits, ProjectQuotas } from '@earshot/contracts-projects';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `projects`. */
@Entity('projects')
export class ProjectEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  key!: string;

  @Column('text')
  name!: string;

  @Column('text', { name: 'system_prompt', nullable: true })
  systemPrompt!: string | null;

  /** Null for none of its own. */
  @Column('jsonb', { nullable: true })
  limits!: ProjectLimits | null;

  /** null: interactions are kept for good. */
  @Column('int', { name: 'interactions_days', nullable: true })
  interactionsDays!: number | null;
  /** Those that an administrator set; the settings decide on the others. */
  @Column('jsonb')
  quotas!: ProjectQuotas;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;
}
