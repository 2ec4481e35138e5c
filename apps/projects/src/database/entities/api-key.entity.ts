import type { KeyLimits, Permission } from '@earshot/contracts-projects';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `api_keys`: one key that is good. */
@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** Null for a key of the installation. */
  @Column('uuid', { name: 'project_id', nullable: true })
  projectId!: string | null;

  @Column('text')
  name!: string;

  /** SHA-256 of the key, hex. */
  @Column('text')
  hash!: string;

  @Column('text', { array: true })
  permissions!: Permission[];

  /** Whether it may manage keys; null for keys from before that was a permission. */
  @Column('boolean', { name: 'manages_keys', nullable: true })
  managesKeys!: boolean | null;

  /** Null for none. */
  @Column('jsonb', { nullable: true })
  limits!: KeyLimits | null;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3, nullable: true })
  expiresAt!: Date | null;

  /** Null for not yet. */
  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3, nullable: true })
  lastUsedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;
}
