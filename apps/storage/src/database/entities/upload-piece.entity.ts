import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A row of `upload_pieces`: an object that a part, or a piece of one, is sent to. It is written before anybody is told the object's address, so
 * that nothing lies in the bucket that no row tells of.
 */
@Entity('upload_pieces')
export class UploadPieceEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'upload_id' })
  uploadId!: string;

  @Column('int', { name: 'part_number' })
  partNumber!: number;

  /** Its place in the part, from 0; null: it has not arrived. */
  @Column('int', { nullable: true })
  position!: number | null;

  /** Bytes, as text; null: it has not arrived. */
  @Column('bigint', { nullable: true })
  size!: string | null;

  /** What it counts for the project's quota, as text: as announced until it arrived; 0 once its upload is a file. */
  @Column('bigint', { default: 0 })
  bytes!: string;

  /** null: it is kept. */
  @Column({ type: 'timestamptz', name: 'delete_after', precision: 3, nullable: true })
  deleteAfter!: Date | null;
}
