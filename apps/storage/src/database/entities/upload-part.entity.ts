import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `upload_parts`: a part that is there, whole. */
@Entity('upload_parts')
export class UploadPartEntity {
  @PrimaryColumn('uuid', { name: 'upload_id' })
  uploadId!: string;

  @PrimaryColumn('int')
  number!: number;

  /** Bytes; a bigint, which the driver gives as text. */
  @Column('bigint')
  size!: string;

  /** Lower-case hex. */
  @Column('text')
  sha256!: string;
}
