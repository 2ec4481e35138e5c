import type { KeyLimits, Permission } from '@earshot/contracts-projects';
import { TimestampColumn } from '@earshot/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `api_keys`: one key that was not revoked. */
@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** Null for a key of the installation. */
  @Column('uuid', { nullable: true })
  project_id!: string | null;

  @Column('text')
  name!: string;

  /** SHA-256 of the key, hex. */
  @Column('text')
  hash!: string;

  @Column('text', { array: true })
  permissions!: Permission[];

  /** Whether it may manage keys; null for keys that are older than this permission. */
  @Column('boolean', { nullable: true })
  manages_keys!: boolean | null;

  /** Null: no limits. */
  @Column('jsonb', { nullable: true })
  limits!: KeyLimits | null;

  @TimestampColumn({ nullable: true })
  expires_at!: string | null;

  /** Null: never used. */
  @TimestampColumn({ nullable: true })
  last_used_at!: string | null;

  @TimestampColumn()
  created_at!: string;

  @TimestampColumn()
  updated_at!: string;
}
