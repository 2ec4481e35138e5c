import type { ObjectName } from '@earshot/contracts-storage';
import { TimestampColumn } from '@earshot/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BytesColumn } from '../bytes-column.js';

/** A row of `objects`. */
@Entity('objects')
export class StoredObjectEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: ObjectName['kind'];

  @Column('uuid')
  project_id!: string;

  @Column('text')
  name!: string;

  @BytesColumn()
  size!: number;

  /** Lower-case hex. */
  @Column('text')
  sha256!: string;

  @Column('text')
  content_type!: string;

  @TimestampColumn()
  created_at!: string;

  /** null: it is kept. */
  @TimestampColumn({ nullable: true })
  delete_after!: string | null;
}
