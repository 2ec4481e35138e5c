import type { Command } from '@earshot/messaging';
import { conflict, type AppError } from '@earshot/errors';
import { write } from '../data-source/pending-writes.js';
import type { Transaction } from '../transaction.js';
import { fingerprint } from './fingerprint.js';

interface Kept {
  readonly fingerprint: Buffer;
  readonly reply: unknown;
}

/**
 * The commands of one transaction that were done before, and those that are being done: for as long as the transaction
 * is open, nobody else can do a command that it has claimed.
 */
export class Inbox {
  readonly #tx: Transaction;
  readonly #type: string;
  readonly #kept: Map<string, Kept>;
  readonly #claimed: ReadonlySet<string>;
  readonly #done = new Map<string, Kept>();

  private constructor(tx: Transaction, type: string, kept: Map<string, Kept>, claimed: ReadonlySet<string>) {
    this.#tx = tx;
    this.#type = type;
    this.#kept = kept;
    this.#claimed = claimed;
  }

  /** Waits for whoever is doing one of these commands right now, then says what is done already. */
  static async claim(tx: Transaction, type: string, commands: readonly Command<unknown>[]): Promise<Inbox> {
    const prints = new Map(commands.map(({ id, body }) => [id.toLowerCase(), fingerprint(type, body)]));
    // In the order of ids, so that two groups with the same commands can't wait for each other.
    const inserted: { command_id: string }[] = await tx.query(
      `insert into inbox (command_id, fingerprint)
       select * from unnest($1::uuid[], $2::bytea[]) as claim (command_id, fingerprint) order by command_id
       on conflict (command_id) do nothing returning command_id`,
      [[...prints.keys()], [...prints.values()]],
    );
    const claimed = new Set(inserted.map((row) => row.command_id));
    const known = [...prints.keys()].filter((id) => !claimed.has(id));
    return new Inbox(tx, type, await readKept(tx, known), claimed);
  }

  /** Id in the reply of a command that was done; null when none was done, or its reply names no entity. */
  static async entityOf(tx: Transaction, commandId: string): Promise<string | null> {
    const rows: { entity_id: string | null }[] = await tx.query(
      `select reply ->> 'id' as entity_id from inbox where command_id = $1`,
      [commandId],
    );
    return rows[0]?.entity_id ?? null;
  }

  /** What became of a command when it was done before; undefined when it was not. */
  earlier({ id, body }: Command<unknown>): { ok: unknown } | { error: AppError } | undefined {
    const kept = this.#kept.get(id.toLowerCase()) ?? this.#done.get(id.toLowerCase());
    if (kept === undefined) return undefined;
    if (kept.fingerprint.equals(fingerprint(this.#type, body))) return { ok: kept.reply };
    return { error: conflict('idempotency_key_reused', 'This idempotency key was used for a different request.') };
  }

  /** The command was done; its reply is kept with what it wrote. */
  done({ id, body }: Command<unknown>, reply: unknown): void {
    this.#done.set(id.toLowerCase(), { fingerprint: fingerprint(this.#type, body), reply });
  }

  /** Last statement of the transaction: replies are kept, refused commands forgotten, so that they can be tried again. */
  async settle(): Promise<void> {
    const done = [...this.#done];
    const refused = [...this.#claimed].filter((id) => !this.#done.has(id));
    if (done.length > 0) {
      await write(
        this.#tx,
        `update inbox set fingerprint = done.fingerprint, reply = done.reply::json
         from unnest($1::uuid[], $2::bytea[], $3::text[]) as done (command_id, fingerprint, reply)
         where inbox.command_id = done.command_id`,
        [
          done.map(([id]) => id),
          done.map(([, kept]) => kept.fingerprint),
          done.map(([, { reply }]) => JSON.stringify(reply ?? null)),
        ],
      );
    }
    if (refused.length > 0) await write(this.#tx, 'delete from inbox where command_id = any($1::uuid[])', [refused]);
  }
}

async function readKept(tx: Transaction, ids: readonly string[]): Promise<Map<string, Kept>> {
  if (ids.length === 0) return new Map();
  const rows: (Kept & { command_id: string })[] = await tx.query(
    'select command_id, fingerprint, reply from inbox where command_id = any($1::uuid[])',
    [ids],
  );
  // One that vanished between the two statements was too old to be kept: handled again, the group finds it new.
  if (rows.length < ids.length) throw new Error('a kept reply was deleted while it was looked up');
  return new Map(rows.map(({ command_id, ...kept }) => [command_id, kept]));
}
