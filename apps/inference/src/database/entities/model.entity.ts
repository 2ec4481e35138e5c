import type { Model } from '@earshot/contracts-inference';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `models`. */
@Entity('models')
export class ModelEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('text')
  key!: string;

  @Column('text')
  name!: string;

  /** A provider as messages carry it (`EncodedProvider`). */
  @Column('jsonb')
  provider!: object;

  @Column('text', { array: true })
  capabilities!: Model['capabilities'];

  @Column('text', { name: 'system_prompt', nullable: true })
  systemPrompt!: string | null;

  @Column('jsonb')
  parameters!: Model['parameters'];

  /** Keys of models; some may no longer exist. */
  @Column('text', { array: true })
  fallback!: string[];

  /** At most one of a project, by the index `models_one_default`. */
  @Column('boolean', { name: 'is_default' })
  isDefault!: boolean;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;
}
