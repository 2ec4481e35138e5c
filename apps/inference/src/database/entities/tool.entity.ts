import type { Tool } from '@earshot/contracts-inference';
import { Column, Entity } from 'typeorm';
import { ProjectRow } from './project-row.js';

/** A row of `tools`: the published tool. */
@Entity('tools')
export class ToolEntity extends ProjectRow {
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
}
