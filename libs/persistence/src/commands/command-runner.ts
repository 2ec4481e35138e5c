import { Injectable } from '@nestjs/common';
import type { CommandContract } from '@earshot/contracts-core';
import { overloaded } from '@earshot/errors';
import { Committed, type Command, type CommandResult } from '@earshot/messaging';
import { DataSource } from 'typeorm';
import { inTransaction } from '../data-source/in-transaction.js';
import { write, written } from '../data-source/statements.js';
import { OutboxRelay } from '../outbox/outbox-relay.js';
import type { Transaction } from '../transaction.js';
import { Inbox } from './inbox.js';
import { outcome } from './outcome.js';

/** What does one command. An AppError refuses it: nothing that it wrote stays. */
export type CommandFunction<Q, R> = (tx: Transaction, command: Command<Q>) => Promise<R>;

/** What does several commands in one go. */
export interface GroupWork<Q, R, P> {
  /** Reads or locks what any of the group may need. Asked for together with what was done before: it costs no round trip of its own. */
  readonly prepare: (tx: Transaction) => Promise<P>;
  /** Does those that were not done before: one result for each, in their order. It writes nothing for those that it refuses. */
  readonly handle: (
    tx: Transaction,
    commands: readonly Command<Q>[],
    prepared: P,
  ) => Promise<readonly CommandResult<R>[]>;
}

/** As long as callers wait for an answer unless they say otherwise: after this one can't be told any more. */
const publishDeadlineMs = 15_000;

/** Does groups of commands, each exactly once however often it is delivered. */
@Injectable()
export class CommandRunner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly relay: OutboxRelay,
  ) {}

  /**
   * Does writes: all of a group in one transaction, refused ones left out. Returns once everything that the group put
   * into the outbox is in Kafka, so that whoever gets the answer finds its change in every replica behind a fence.
   *
   * A command that was done before gets the reply that it got then; with another body, `idempotency_key_reused`.
   * While the broker is away the answer waits, at most 15 s, and is then `service_unavailable`: the change is kept and
   * will be published; the same command again gets its reply.
   *
   * @param prepare locks, before the first command, what several of the group will write: in an order that all groups keep, so that none waits
   * for another in a circle.
   * @throws AppError `service_unavailable` while the database is away; whatever else the handler throws, after nothing of
   * the group was written. The lane gives the group again.
   */
  async run<Q, R>(
    contract: CommandContract<Q, R>,
    commands: readonly Command<Q>[],
    handle: CommandFunction<Q, R>,
    prepare?: (tx: Transaction) => Promise<void>,
  ): Promise<CommandResult<R>[]> {
    const work = async (tx: Transaction) => {
      await prepare?.(tx);
      return handleEach(tx, contract.type, commands, handle);
    };
    return this.#published(await inTransaction(this.dataSource, work));
  }

  /**
   * Does writes as {@link run} does, but a whole group in one go: for those that come by the thousand, and that need no transaction of their
   * own each because nothing is written before all of them are checked. A command that somebody else is doing at the same time fails the group,
   * which finds it done when it is given again; so what is handled must break no rule of its own by coming twice.
   *
   * Returns once they are committed; the results are there once {@link run} would have returned.
   *
   * @throws AppError as {@link run}.
   */
  async runTogether<Q, R, P>(
    contract: CommandContract<Q, R>,
    commands: readonly Command<Q>[],
    work: GroupWork<Q, R, P>,
  ): Promise<Committed<R>> {
    const results = await inTransaction(this.dataSource, (tx) => handleTogether(tx, contract.type, commands, work));
    return new Committed(this.#published(results));
  }

  /**
   * Does reads, in one transaction that can't write.
   *
   * @throws AppError `service_unavailable` while the database is away; whatever the handler throws that is no AppError.
   */
  read<Q, R>(commands: readonly Command<Q>[], handle: CommandFunction<Q, R>): Promise<CommandResult<R>[]> {
    return inTransaction(this.dataSource, async (tx) => {
      await write(tx, 'set transaction read only', []);
      const results: CommandResult<R>[] = [];
      for (const command of commands) results.push(await outcome(() => handle(tx, command)));
      return results;
    });
  }

  /** Which entities commands were about that were done not long ago, by the ids of the commands; null where none was. */
  recall(commands: readonly Command<{ command_id: string }>[]): Promise<CommandResult<{ entity_id: string | null }>[]> {
    return this.read(commands, async (tx, { body }) => ({ entity_id: await Inbox.entityOf(tx, body.command_id) }));
  }

  async #published<R>(results: CommandResult<R>[]): Promise<CommandResult<R>[]> {
    if (!results.some((result) => 'ok' in result)) return results;
    try {
      await this.relay.flush(publishDeadlineMs);
      return results;
    } catch (cause) {
      const late = overloaded('service_unavailable', 'The change is kept but not in force everywhere yet.', 1, {
        cause,
      });
      return results.map((result) => ('ok' in result ? { error: late } : result));
    }
  }
}

async function handleEach<Q, R>(
  tx: Transaction,
  type: string,
  commands: readonly Command<Q>[],
  handle: CommandFunction<Q, R>,
): Promise<CommandResult<R>[]> {
  const inbox = await Inbox.claim(tx, type, commands);
  const results: CommandResult<R>[] = [];
  for (const command of commands) {
    // The reply was made by this contract's handler, for the same request.
    const earlier = inbox.earlier(command) as CommandResult<R> | undefined;
    // Inside a transaction TypeORM makes a savepoint of this one.
    const result = earlier ?? (await outcome(() => tx.transaction((inner) => handleOne(inner, command, handle))));
    if (earlier === undefined && 'ok' in result) inbox.done(command, result.ok);
    results.push(result);
  }
  await inbox.settle();
  return results;
}

/** What it writes is done before its savepoint is given up: what is wrong with one command fails that one alone. */
async function handleOne<Q, R>(tx: Transaction, command: Command<Q>, handle: CommandFunction<Q, R>): Promise<R> {
  const result = await handle(tx, command);
  await written(tx);
  return result;
}

async function handleTogether<Q, R, P>(
  tx: Transaction,
  type: string,
  commands: readonly Command<Q>[],
  { prepare, handle }: GroupWork<Q, R, P>,
): Promise<CommandResult<R>[]> {
  // Behind the locks, it finds what a group has done that had them before.
  const [prepared, inbox] = await Promise.all([prepare(tx), Inbox.look(tx, type, commands)]);
  const results = new Map<Command<Q>, CommandResult<R>>();
  // Once in the usual case: what has the id of another in the group has to wait for what becomes of that one.
  for (let open = commands; open.length > 0; open = open.filter((command) => !results.has(command))) {
    const todo = new Map<string, Command<Q>>();
    for (const command of open) {
      const earlier = inbox.earlier(command) as CommandResult<R> | undefined;
      if (earlier !== undefined) results.set(command, earlier);
      else if (!todo.has(command.id.toLowerCase())) todo.set(command.id.toLowerCase(), command);
    }
    const made = todo.size === 0 ? [] : await handle(tx, [...todo.values()], prepared);
    for (const [index, command] of [...todo.values()].entries()) {
      const result = made[index] as CommandResult<R>;
      if ('ok' in result) inbox.done(command, result.ok);
      results.set(command, result);
    }
  }
  await inbox.settle();
  return commands.map((command) => results.get(command) as CommandResult<R>);
}
