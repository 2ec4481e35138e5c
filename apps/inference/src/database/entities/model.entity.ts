import type { Model } from '@earshot/contracts-inference';
import { Column, Entity } from 'typeorm';
import { ProjectRow } from './project-row.js';

/** A row of `models`: the published model. */
@Entity('models')
export class ModelEntity extends ProjectRow {
  /** A provider as messages carry it (`EncodedProvider`). */
  @Column('jsonb')
  provider!: Model['provider'];

  @Column('text', { array: true })
  capabilities!: Model['capabilities'];

  @Column('text', { nullable: true })
  system_prompt!: string | null;

  @Column('jsonb')
  parameters!: Model['parameters'];

  /** Keys of models; some may no longer exist. */
  @Column('text', { array: true })
  fallback!: string[];

  /** At most one of a project, by the index `models_one_default`. */
  @Column('boolean', { name: 'is_default' })
  default!: boolean;
}
