import { TimestampColumn } from '@earshot/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BytesColumn } from '../bytes-column.js';

/** A row of `uploads`: an upload session. */
@Entity('uploads')
export class UploadEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  project_id!: string;

  @Column('text', { nullable: true })
  content_type!: string | null;

  @Column('jsonb', { nullable: true })
  metadata!: object | null;

  @Column('int', { name: 'total_parts' })
  total_parts_count!: number;

  /** The stored state; `complete` and `expired` may also follow from parts and time. */
  @Column('text')
  state!: 'open' | 'consumed' | 'aborted' | 'expired';

  @TimestampColumn()
  created_at!: string;

  /** When the session expires; each part extends it. */
  @TimestampColumn()
  expires_at!: string;

  /** null while the session is open. */
  @TimestampColumn({ nullable: true })
  ended_at!: string | null;

  /** Key of the assembled object; null: none is wanted. */
  @Column('text', { nullable: true })
  target_key!: string | null;

  /** SHA-256 of the assembled object, lower-case hex; null until it exists. */
  @Column('text', { nullable: true })
  sha256!: string | null;
}

/** A row of `upload_parts`: a complete part. */
@Entity('upload_parts')
export class UploadPartEntity {
  @PrimaryColumn('uuid')
  upload_id!: string;

  @PrimaryColumn('int')
  number!: number;

  @BytesColumn()
  size!: number;

  /** Lower-case hex. */
  @Column('text')
  sha256!: string;
}

/**
 * A row of `upload_pieces`: an object of the bucket that holds a part or a piece of one.
 *
 * It is written before its URL is presigned, so that the bucket has no object without a row.
 */
@Entity('upload_pieces')
export class UploadPieceEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  upload_id!: string;

  @Column('int')
  part_number!: number;

  /** Position in the part, from 0; null until it is uploaded. */
  @Column('int', { nullable: true })
  position!: number | null;

  /** null until it is uploaded. */
  @BytesColumn({ nullable: true })
  size!: number | null;

  /** Bytes that count for the quota: announced, then actual, then 0 once the file counts them. */
  @BytesColumn()
  bytes!: number;

  /** null: it is kept. */
  @TimestampColumn({ nullable: true })
  delete_after!: string | null;
}
