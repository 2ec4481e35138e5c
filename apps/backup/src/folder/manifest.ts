import { z } from 'zod';

const file = { file: z.string(), bytes: z.number(), sha256: z.string() };
const place = { schema: z.string(), name: z.string() };

/** What a backup holds; written last, so that a folder without it is no backup. */
export const manifestSchema = z.object({
  format: z.literal(1),
  /** When the database was as it is here, RFC 3339. */
  taken_at: z.string(),
  /** SHA-256 of the secret key that providers' keys are sealed with. */
  secret_key_sha256: z.string(),
  /** The same of others that some of them may be sealed with; absent in backups from before 0.2. */
  accepted_keys_sha256: z.array(z.string()).optional(),
  /** By schema, the migrations that made its tables. */
  migrations: z.record(z.string(), z.array(z.string())),
  tables: z.array(z.object({ ...place, columns: z.array(z.string()), rows: z.number(), ...file })),
  /** Tables that are parts of others, which have to be there before rows come. */
  partitions: z.array(z.object({ ...place, parent: z.string(), bounds: z.string() })),
  sequences: z.array(z.object({ ...place, last_value: z.string() })),
  /** What was in Kafka and not everywhere in the tables. */
  records: z.array(z.object({ topic: z.string(), count: z.number(), ...file })),
  objects: z.array(z.object({ key: z.string(), content_type: z.string().nullable(), ...file })),
});

/** What a backup holds. */
export type Manifest = z.infer<typeof manifestSchema>;
