import type { SessionKind } from '@earshot/contracts-projects';
import { TimestampColumn } from '@earshot/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `sessions`: a session of a browser or a sign-in link, until it ends. */
@Entity('sessions')
export class SessionEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: SessionKind;

  /** SHA-256 of the cookie or code, hex. */
  @Column('text')
  hash!: string;

  /** Null for `EARSHOT_ADMIN_KEY`. */
  @Column('uuid', { nullable: true })
  key_id!: string | null;

  /** SHA-256 of the API key, hex. */
  @Column('text')
  key_hash!: string;

  @TimestampColumn()
  created_at!: string;

  @TimestampColumn()
  expires_at!: string;
}
