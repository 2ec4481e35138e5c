import type { StoredFile } from '@earshot/contracts-storage';
import { TimestampColumn } from '@earshot/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BytesColumn } from '../bytes-column.js';

/** A row of `files`. */
@Entity('files')
export class FileEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: StoredFile['kind'];

  /** null: a recipe of the installation, which all projects may use. */
  @Column('uuid', { nullable: true })
  project_id!: string | null;

  /** null for artifacts. */
  @Column('text', { nullable: true })
  key!: string | null;

  @Column('text')
  name!: string;

  @Column('text')
  status!: StoredFile['status'];

  /** null for exported datasets. */
  @Column('text', { nullable: true })
  session_id!: string | null;

  @BytesColumn()
  size!: number;

  /** Lower-case hex; null until the original file is assembled. */
  @Column('text', { nullable: true })
  sha256!: string | null;

  @Column('text')
  content_type!: string;

  /** The fields of this kind alone (file-details.ts). */
  @Column('jsonb')
  details!: object;

  /** The error that the caller gets when processing failed. */
  @Column('jsonb', { nullable: true })
  refusal!: object | null;

  @TimestampColumn()
  created_at!: string;

  @TimestampColumn()
  updated_at!: string;

  /** The current or last holder of the lease. */
  @Column('uuid', { nullable: true })
  worker!: string | null;

  /** End of the lease, or of the pause before the next attempt. */
  @TimestampColumn({ nullable: true })
  leased_until!: string | null;

  /** Attempts since the last progress. */
  @Column('int')
  attempts!: number;

  /** When the original file of a converted dataset is deleted; null: never, or it is deleted. */
  @TimestampColumn({ nullable: true })
  original_until!: string | null;

  /** When the file is deleted; it is hidden until then. null: it is kept. */
  @TimestampColumn({ nullable: true })
  delete_after!: string | null;

  /** When the processing of a dataset was cancelled; null: it was not. */
  @TimestampColumn({ nullable: true })
  cancelled_at!: string | null;

  /** When the objects of a cancelled dataset are deleted; null: they are, or it has none to delete. */
  @TimestampColumn({ nullable: true })
  clear_after!: string | null;
}
