import type { Tool } from '@earshot/contracts-inference';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `tools`. */
@Entity('tools')
export class ToolEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('text')
  key!: string;

  @Column('text')
  name!: string;

  @Column('text')
  description!: string;

  /** `json`, not `jsonb`: models read the schema in its written order. */
  @Column('json')
  parameters!: object;

  @Column('jsonb')
  endpoint!: Tool['endpoint'];

  @Column('text', { name: 'sealed_headers', nullable: true })
  sealedHeaders!: string | null;

  @Column('text', { name: 'header_names', array: true })
  headerNames!: string[];

  @Column('boolean')
  enabled!: boolean;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;
}
