import { TimestampColumn } from '@earshot/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `{{entitiesSnake}}`: a {{entityWords}}. */
@Entity('{{entitiesSnake}}')
export class {{Entity}}Entity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  project_id!: string;

  @Column('text')
  name!: string;

  @TimestampColumn()
  created_at!: string;

  @TimestampColumn()
  updated_at!: string;
}
