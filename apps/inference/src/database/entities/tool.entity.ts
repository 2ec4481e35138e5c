import type { Tool } from '@earshot/contracts-inference';
import { TimestampColumn } from '@earshot/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `tools`: the published tool. */
@Entity('tools')
export class ToolEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  project_id!: string;

  @Column('text')
  key!: string;

  @Column('text')
  name!: string;

  @Column('text')
  description!: string;

  /** `json`, not `jsonb`: models read the schema in its written order. */
  @Column('json')
  parameters!: Tool['parameters'];

  @Column('jsonb')
  endpoint!: Tool['endpoint'];

  @Column('text', { nullable: true })
  sealed_headers!: string | null;

  @Column('text', { array: true })
  header_names!: string[];

  @Column('boolean')
  enabled!: boolean;

  @TimestampColumn()
  created_at!: string;

  @TimestampColumn()
  updated_at!: string;
}
