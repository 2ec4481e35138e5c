import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `objects`. */
@Entity('objects')
export class StoredObjectEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('text')
  name!: string;

  /** Bytes; a bigint, which the driver gives as text. */
  @Column('bigint')
  size!: string;

  /** Lower-case hex. */
  @Column('text')
  sha256!: string;

  @Column('text', { name: 'content_type' })
  contentType!: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  /** null: it is kept. */
  @Column({ type: 'timestamptz', name: 'delete_after', precision: 3, nullable: true })
  deleteAfter!: Date | null;
}
