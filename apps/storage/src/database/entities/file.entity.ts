import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `files`. */
@Entity('files')
export class FileEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: string;

  /** null: a recipe that is there for all projects. */
  @Column('uuid', { name: 'project_id', nullable: true })
  projectId!: string | null;

  /** null: artifacts have none. */
  @Column('text', { nullable: true })
  key!: string | null;

  @Column('text')
  name!: string;

  @Column('text')
  status!: string;

  /** null: it was not uploaded. */
  @Column('text', { name: 'session_id', nullable: true })
  sessionId!: string | null;

  /** Bytes; a bigint, which the driver gives as text. */
  @Column('bigint')
  size!: string;

  /** Lower-case hex; null until the uploaded or exported file is put together. */
  @Column('text', { nullable: true })
  sha256!: string | null;

  @Column('text', { name: 'content_type' })
  contentType!: string;

  /** What files of this kind alone have (file-details.ts). */
  @Column('jsonb')
  details!: object;

  /** What the file could not be made for, as it is told to whoever sent it. */
  @Column('jsonb', { nullable: true })
  refusal!: object | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;

  /** Who works on it, or did last. */
  @Column('uuid', { nullable: true })
  worker!: string | null;

  /** Until then nobody else works on it; null: nobody does. */
  @Column({ type: 'timestamptz', name: 'leased_until', precision: 3, nullable: true })
  leasedUntil!: Date | null;

  /** How often work on it began since it last got on. */
  @Column('int')
  attempts!: number;

  /** When the uploaded file of a converted dataset goes; null: never, or it has gone. */
  @Column({ type: 'timestamptz', name: 'original_until', precision: 3, nullable: true })
  originalUntil!: Date | null;

  /** When it goes, out of sight until then; null: it is kept. */
  @Column({ type: 'timestamptz', name: 'delete_after', precision: 3, nullable: true })
  deleteAfter!: Date | null;
}
