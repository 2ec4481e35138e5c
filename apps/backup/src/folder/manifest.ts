import { z } from 'zod';

const file = { file: z.string(), bytes: z.number(), sha256: z.string() };
const tableName = { schema: z.string(), name: z.string() };

/** The contents of a backup. It is written last, so a folder without it is no backup. */
export const manifestSchema = z.object({
  format: z.literal(1),
  /** Time of the snapshot of the database, RFC 3339. */
  taken_at: z.string(),
  /** SHA-256 of the secret key that seals the keys of providers. */
  secret_key_sha256: z.string(),
  /** SHA-256 of older secret keys that may still seal some; absent in backups from before 0.1. */
  accepted_keys_sha256: z.array(z.string()).optional(),
  /** Migrations by schema. */
  migrations: z.record(z.string(), z.array(z.string())),
  tables: z.array(z.object({ ...tableName, columns: z.array(z.string()), rows: z.number(), ...file })),
  /** Partitions, which a restore creates before it copies rows. */
  partitions: z.array(z.object({ ...tableName, parent: z.string(), bounds: z.string() })),
  sequences: z.array(z.object({ ...tableName, last_value: z.string() })),
  /** Records in Kafka that not all services had stored. */
  records: z.array(z.object({ topic: z.string(), count: z.number(), ...file })),
  objects: z.array(z.object({ key: z.string(), content_type: z.string().nullable(), ...file })),
});

/** The contents of a backup. */
export type Manifest = z.infer<typeof manifestSchema>;
