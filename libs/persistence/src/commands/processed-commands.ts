import type { Command } from '@earshot/messaging';
import { conflict, type AppError } from '@earshot/errors';
import type { DataSource } from 'typeorm';
import { read, write } from '../data-source/statements.js';
import { insertionOf, insertRows } from '../rows/insert-rows.js';
import type { Transaction } from '../data-source/transaction.js';
import { fingerprint } from '../canonical-json.js';

interface Processed {
  readonly fingerprint: Buffer;
  readonly reply: unknown;
}

type FingerprintOf = (command: Command<unknown>) => Buffer;

/**
 * The processed commands of a transaction (table `inbox`): those from before with their replies, and new ones, which no
 * other transaction can process.
 */
export class ProcessedCommands {
  readonly #done = new Map<string, Processed>();

  private constructor(
    private readonly tx: Transaction,
    private readonly fingerprintOf: FingerprintOf,
    private readonly processed: Map<string, Processed>,
    /** Undefined where nothing is claimed. */
    private readonly claimed?: ReadonlySet<string>,
  ) {}

  /**
   * Waits for transactions that process one of these commands, then reads what is done; later transactions wait for
   * this one.
   */
  static async claim(tx: Transaction, type: string, commands: readonly Command<unknown>[]): Promise<ProcessedCommands> {
    const fingerprintOf = fingerprints(type);
    const prints = new Map(commands.map((command) => [command.id.toLowerCase(), fingerprintOf(command)]));
    // In the order of ids: two groups with the same commands cannot deadlock.
    const inserted: { command_id: string }[] = await tx.query(
      insertionOf(
        'inbox',
        claimColumns,
        'order by command_id on conflict (command_id) do nothing returning command_id',
      ),
      [[...prints.keys()], [...prints.values()]],
    );
    const claimed = new Set(inserted.map((row) => row.command_id));
    const known = [...prints.keys()].filter((id) => !claimed.has(id));
    const stored = await readProcessed(tx, known);
    // A row that expired between the two statements: on retry the command is new.
    if (stored.size < known.length) throw new Error('a stored reply expired while it was looked up');
    return new ProcessedCommands(tx, fingerprintOf, stored, claimed);
  }

  /**
   * Reads what is done and claims nothing, which is half the work. Where two transactions process the same command, the
   * second one fails at its end.
   */
  static async read(tx: Transaction, type: string, commands: readonly Command<unknown>[]): Promise<ProcessedCommands> {
    const ids = [...new Set(commands.map(({ id }) => id.toLowerCase()))];
    return new ProcessedCommands(tx, fingerprints(type), await readProcessed(tx, ids));
  }

  /** The id in the reply of a processed command; null where there is none. */
  static async entityOf(tx: Transaction, commandId: string): Promise<string | null> {
    const rows: { entity_id: string | null }[] = await tx.query(
      `select reply ->> 'id' as entity_id from inbox where command_id = $1`,
      [commandId],
    );
    return rows[0]?.entity_id ?? null;
  }

  /** The result of a command that was processed before; else undefined. */
  earlier(command: Command<unknown>): { ok: unknown } | { error: AppError } | undefined {
    const id = command.id.toLowerCase();
    const stored = this.processed.get(id) ?? this.#done.get(id);
    if (stored === undefined) return undefined;
    if (stored.fingerprint.equals(this.fingerprintOf(command))) return { ok: stored.reply };
    return {
      error: conflict('idempotency_key_reused', 'The idempotency key was already used for a different request.'),
    };
  }

  /** Marks a command as processed; its reply is stored in the same transaction. */
  done(command: Command<unknown>, reply: unknown): void {
    this.#done.set(command.id.toLowerCase(), { fingerprint: this.fingerprintOf(command), reply });
  }

  /** Stores the replies, as the last statement, and removes failed commands, so that they can be retried. */
  async storeReplies(): Promise<void> {
    const onConflict = this.claimed === undefined ? '' : replaceClaim;
    await insertRows(this.tx, 'inbox', columns, this.#rows(), onConflict);
    const failed = [...(this.claimed ?? [])].filter((id) => !this.#done.has(id));
    if (failed.length > 0) {
      await write(this.tx, 'delete from inbox where command_id = any($1::uuid[])', [failed]);
    }
  }

  #rows() {
    // In the order of ids, like claim.
    const done = [...this.#done].sort(([one], [other]) => (one < other ? -1 : 1));
    return done.map(([command_id, { fingerprint, reply }]) => ({
      command_id,
      fingerprint,
      reply: JSON.stringify(reply ?? null),
    }));
  }
}

const columns = { command_id: 'uuid', fingerprint: 'bytea', reply: 'json' };
const claimColumns = { command_id: 'uuid', fingerprint: 'bytea' };

/** Uses the index in every plan; an update with a join may scan the whole table. */
const replaceClaim =
  'on conflict (command_id) do update set fingerprint = excluded.fingerprint, reply = excluded.reply';

/** Caches the fingerprints, since each one reads a whole body. */
function fingerprints(type: string): FingerprintOf {
  const known = new Map<Command<unknown>, Buffer>();
  return (command) => {
    const print = known.get(command) ?? fingerprint(type, command.body);
    known.set(command, print);
    return print;
  };
}

async function readProcessed(tx: Transaction, ids: readonly string[]): Promise<Map<string, Processed>> {
  if (ids.length === 0) return new Map();
  const rows = await read<Processed & { command_id: string }>(
    tx,
    'select command_id, fingerprint, reply from inbox where command_id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ command_id, ...stored }) => [command_id, stored]));
}

/** Validity of an `Idempotency-Key`. */
const retention = '24 hours';

/** Rows deleted in one statement, which takes some milliseconds. */
const batchRows = 1_000;

/** Batches of one run: at one run a minute more than 3,000 commands per second. */
const maxBatches = 200;

/** Interval of {@link deleteExpiredReplies}, ms. */
export const expiryIntervalMs = 60_000;

/** Deletes replies that are older than a day. Several processes may do so at once. */
export async function deleteExpiredReplies(dataSource: DataSource, signal: AbortSignal): Promise<void> {
  for (let batch = 0; batch < maxBatches && !signal.aborted; batch += 1) {
    const [, deleted]: [unknown, number] = await dataSource.query(
      `delete from inbox where command_id in (
         select command_id from inbox where created_at < now() - interval '${retention}'
         order by created_at limit $1 for update skip locked)`,
      [batchRows],
    );
    if (deleted < batchRows) return;
  }
}
