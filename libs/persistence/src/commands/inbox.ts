import type { Command } from '@earshot/messaging';
import { conflict, type AppError } from '@earshot/errors';
import { read, write } from '../data-source/statements.js';
import type { Transaction } from '../transaction.js';
import { fingerprint } from './fingerprint.js';

interface Kept {
  readonly fingerprint: Buffer;
  readonly reply: unknown;
}

type FingerprintOf = (command: Command<unknown>) => Buffer;

/** The commands of one transaction that were done before, and those that are being done: nobody else can do one of these. */
export class Inbox {
  readonly #tx: Transaction;
  readonly #fingerprintOf: FingerprintOf;
  readonly #kept: Map<string, Kept>;
  /** undefined: none is claimed. */
  readonly #claimed: ReadonlySet<string> | undefined;
  readonly #done = new Map<string, Kept>();

  private constructor(
    tx: Transaction,
    fingerprintOf: FingerprintOf,
    kept: Map<string, Kept>,
    claimed?: ReadonlySet<string>,
  ) {
    this.#tx = tx;
    this.#fingerprintOf = fingerprintOf;
    this.#kept = kept;
    this.#claimed = claimed;
  }

  /** Waits for whoever is doing one of these commands right now, then says what is done already; from then on everybody else waits for this transaction. */
  static async claim(tx: Transaction, type: string, commands: readonly Command<unknown>[]): Promise<Inbox> {
    const fingerprintOf = fingerprints(type);
    const prints = new Map(commands.map((command) => [command.id.toLowerCase(), fingerprintOf(command)]));
    // In the order of ids, so that two groups with the same commands can't wait for each other.
    const inserted: { command_id: string }[] = await tx.query(
      `insert into inbox (command_id, fingerprint)
       select * from unnest($1::uuid[], $2::bytea[]) as claim (command_id, fingerprint) order by command_id
       on conflict (command_id) do nothing returning command_id`,
      [[...prints.keys()], [...prints.values()]],
    );
    const claimed = new Set(inserted.map((row) => row.command_id));
    const known = [...prints.keys()].filter((id) => !claimed.has(id));
    const kept = await readKept(tx, known);
    // One that vanished between the two statements was too old to be kept: handled again, the group finds it new.
    if (kept.size < known.length) throw new Error('a kept reply was deleted while it was looked up');
    return new Inbox(tx, fingerprintOf, kept, claimed);
  }

  /**
   * Says what is done already, and claims nothing, which is half the work: who does one of these commands at the same time is found out at the end,
   * and the transaction fails that would do it twice.
   */
  static async look(tx: Transaction, type: string, commands: readonly Command<unknown>[]): Promise<Inbox> {
    const ids = [...new Set(commands.map(({ id }) => id.toLowerCase()))];
    return new Inbox(tx, fingerprints(type), await readKept(tx, ids));
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
  earlier(command: Command<unknown>): { ok: unknown } | { error: AppError } | undefined {
    const id = command.id.toLowerCase();
    const kept = this.#kept.get(id) ?? this.#done.get(id);
    if (kept === undefined) return undefined;
    if (kept.fingerprint.equals(this.#fingerprintOf(command))) return { ok: kept.reply };
    return { error: conflict('idempotency_key_reused', 'This idempotency key was used for a different request.') };
  }

  /** The command was done; its reply is kept with what it wrote. */
  done(command: Command<unknown>, reply: unknown): void {
    this.#done.set(command.id.toLowerCase(), { fingerprint: this.#fingerprintOf(command), reply });
  }

  /** Last statement of the transaction: replies are kept, refused commands forgotten, so that they can be tried again. */
  async settle(): Promise<void> {
    if (this.#done.size > 0) await write(this.#tx, this.#claimed === undefined ? keep : keepClaimed, this.#columns());
    const refused = [...(this.#claimed ?? [])].filter((id) => !this.#done.has(id));
    if (refused.length > 0) {
      await write(this.#tx, 'delete from inbox where command_id = any($1::uuid[])', [refused]);
    }
  }

  #columns(): unknown[][] {
    // In the order of ids, as they are claimed.
    const done = [...this.#done].sort(([one], [other]) => (one < other ? -1 : 1));
    return [
      done.map(([id]) => id),
      done.map(([, kept]) => kept.fingerprint),
      done.map(([, { reply }]) => JSON.stringify(reply ?? null)),
    ];
  }
}

const keep = `insert into inbox (command_id, fingerprint, reply)
  select command_id, fingerprint, reply::json
  from unnest($1::uuid[], $2::bytea[], $3::text[]) as done (command_id, fingerprint, reply)`;

/** Found by the index, whatever the table was like when this was planned: an update that joins may be planned to read all of a table that is new. */
const keepClaimed = `${keep} on conflict (command_id) do update set fingerprint = excluded.fingerprint, reply = excluded.reply`;

/** Each is worked out once: it reads all of a body, and is asked for again and again. */
function fingerprints(type: string): FingerprintOf {
  const known = new Map<Command<unknown>, Buffer>();
  return (command) => {
    const print = known.get(command) ?? fingerprint(type, command.body);
    known.set(command, print);
    return print;
  };
}

async function readKept(tx: Transaction, ids: readonly string[]): Promise<Map<string, Kept>> {
  if (ids.length === 0) return new Map();
  const rows = await read<Kept & { command_id: string }>(
    tx,
    'select command_id, fingerprint, reply from inbox where command_id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ command_id, ...kept }) => [command_id, kept]));
}
