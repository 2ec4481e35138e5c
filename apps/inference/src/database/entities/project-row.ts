import { TimestampColumn } from '@earshot/persistence';
import { Column, PrimaryColumn } from 'typeorm';

/** The columns of every row of a project. */
export abstract class ProjectRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  project_id!: string;

  @Column('text')
  key!: string;

  @Column('text')
  name!: string;

  @TimestampColumn()
  created_at!: string;

  @TimestampColumn()
  updated_at!: string;
}
