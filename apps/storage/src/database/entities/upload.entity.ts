import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `uploads`. */
@Entity('uploads')
export class UploadEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('text', { name: 'content_type', nullable: true })
  contentType!: string | null;

  @Column('jsonb', { nullable: true })
  metadata!: object | null;

  @Column('int', { name: 'total_parts' })
  totalParts!: number;

  /** What is decided; that all parts are there, or that its time is over, follows from the rest. */
  @Column('text')
  state!: 'open' | 'consumed' | 'aborted' | 'expired';

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  /** When it ends by itself; each part puts it off. */
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;

  /** null: it is open. */
  @Column({ type: 'timestamptz', name: 'ended_at', precision: 3, nullable: true })
  endedAt!: Date | null;

  /** Where its file is to lie; null: nowhere. */
  @Column('text', { name: 'target_key', nullable: true })
  targetKey!: string | null;

  /** Of the file, lower-case hex; null until it lies there. */
  @Column('text', { nullable: true })
  sha256!: string | null;

  /** Until when a process has it to itself to put its file together; null or past: nobody. */
  @Column({ type: 'timestamptz', name: 'leased_until', precision: 3, nullable: true })
  leasedUntil!: Date | null;
}
