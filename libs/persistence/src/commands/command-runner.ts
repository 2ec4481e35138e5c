import { Injectable } from '@nestjs/common';
import type { CommandContract } from '@earshot/contracts-core';
import { overloaded } from '@earshot/errors';
import { Committed, type Command, type CommandResult } from '@earshot/messaging';
import { DataSource } from 'typeorm';
import { inTransaction } from '../data-source/transaction.js';
import { write, waitForWrites } from '../data-source/statements.js';
import { OutboxRelay } from '../outbox/outbox-relay.js';
import type { Transaction } from '../data-source/transaction.js';
import { ProcessedCommands } from './processed-commands.js';
import { outcome } from './outcome.js';

/** Processes one command. An AppError rolls back its writes. */
export type CommandFunction<Q, R> = (tx: Transaction, command: Command<Q>) => Promise<R>;

/** Processes a group of commands together. */
export interface GroupWork<Q, R, P> {
  /** Reads or locks what the group needs, in the round trip that reads earlier replies. */
  readonly prepare: (tx: Transaction) => Promise<P>;
  /** Processes the new commands: one result for each, in their order. It writes nothing for commands that fail. */
  readonly handle: (
    tx: Transaction,
    commands: readonly Command<Q>[],
    prepared: P,
  ) => Promise<readonly CommandResult<R>[]>;
}

/** The default timeout of callers: later answers reach nobody. */
const publishDeadlineMs = 15_000;

/** Processes groups of commands, each exactly once however often it is delivered. */
@Injectable()
export class CommandRunner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly relay: OutboxRelay,
  ) {}

  /**
   * Runs writes: all commands of a group in one transaction, without those that fail. Returns once the outbox records
   * of the group are in Kafka, so the caller finds its change in every replica after a fence.
   *
   * A command that was processed before gets its stored reply; with another body, `idempotency_key_reused`.
   * While the broker is away the answer waits up to 15 s, then it is `service_unavailable`. The change is kept and
   * published later; the same command again gets its reply.
   *
   * @param prepare locks rows that several commands write, before the first one, in one order for all groups: no
   * deadlocks.
   * @throws AppError `service_unavailable` while the database is away, or any other error of the handler. Nothing of
   * the group is written then, and the lane retries it.
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
   * Runs writes like {@link run}, but a whole group at once, for commands that arrive by the thousand. They need no
   * savepoint each, since the handler checks all of them before it writes any. Where another process handles a command
   * at the same time, the group fails and is retried; so a repeated command must not break the handler's rules.
   *
   * Returns once they are committed; the results resolve when {@link run} would have returned.
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
   * Runs reads in one read-only transaction.
   *
   * @throws AppError `service_unavailable` while the database is away; other errors of the handler that are no
   * AppError.
   */
  read<Q, R>(commands: readonly Command<Q>[], handle: CommandFunction<Q, R>): Promise<CommandResult<R>[]> {
    return inTransaction(this.dataSource, async (tx) => {
      await write(tx, 'set transaction read only', []);
      const results: CommandResult<R>[] = [];
      for (const command of commands) results.push(await outcome(() => handle(tx, command)));
      return results;
    });
  }

  /** Looks up the entities of processed commands, by command id; null where there is none. */
  lookUp(commands: readonly Command<{ command_id: string }>[]): Promise<CommandResult<{ entity_id: string | null }>[]> {
    return this.read(commands, async (tx, { body }) => ({
      entity_id: await ProcessedCommands.entityOf(tx, body.command_id),
    }));
  }

  async #published<R>(results: CommandResult<R>[]): Promise<CommandResult<R>[]> {
    if (!results.some((result) => 'ok' in result)) return results;
    try {
      await this.relay.flush(publishDeadlineMs);
      return results;
    } catch (cause) {
      const deadlineError = overloaded(
        'service_unavailable',
        'The change is stored, but not yet applied everywhere. Repeat the request.',
        1,
        {
          cause,
        },
      );
      return results.map((result) => ('ok' in result ? { error: deadlineError } : result));
    }
  }
}

async function handleEach<Q, R>(
  tx: Transaction,
  type: string,
  commands: readonly Command<Q>[],
  handle: CommandFunction<Q, R>,
): Promise<CommandResult<R>[]> {
  const processed = await ProcessedCommands.claim(tx, type, commands);
  const results: CommandResult<R>[] = [];
  for (const command of commands) {
    // A handler of this contract returned the reply, for the same request.
    const earlier = processed.earlier(command) as CommandResult<R> | undefined;
    // Inside a transaction TypeORM uses a savepoint.
    const result = earlier ?? (await outcome(() => tx.transaction((inner) => handleOne(inner, command, handle))));
    if (earlier === undefined && 'ok' in result) processed.done(command, result.ok);
    results.push(result);
  }
  await processed.storeReplies();
  return results;
}

/** Waits for the writes before the savepoint is released, so that an error fails this command alone. */
async function handleOne<Q, R>(tx: Transaction, command: Command<Q>, handle: CommandFunction<Q, R>): Promise<R> {
  const result = await handle(tx, command);
  await waitForWrites(tx);
  return result;
}

async function handleTogether<Q, R, P>(
  tx: Transaction,
  type: string,
  commands: readonly Command<Q>[],
  { prepare, handle }: GroupWork<Q, R, P>,
): Promise<CommandResult<R>[]> {
  // Read after the locks: this sees what the previous holder has committed.
  const [prepared, processed] = await Promise.all([prepare(tx), ProcessedCommands.read(tx, type, commands)]);
  const results = new Map<Command<Q>, CommandResult<R>>();
  // Usually one round. A command with the same id as another in the group waits for its result.
  for (let open = commands; open.length > 0; open = open.filter((command) => !results.has(command))) {
    const todo = new Map<string, Command<Q>>();
    for (const command of open) {
      const earlier = processed.earlier(command) as CommandResult<R> | undefined;
      if (earlier !== undefined) results.set(command, earlier);
      else if (!todo.has(command.id.toLowerCase())) todo.set(command.id.toLowerCase(), command);
    }
    const handled = todo.size === 0 ? [] : await handle(tx, [...todo.values()], prepared);
    for (const [index, command] of [...todo.values()].entries()) {
      const result = handled[index] as CommandResult<R>;
      if ('ok' in result) processed.done(command, result.ok);
      results.set(command, result);
    }
  }
  await processed.storeReplies();
  return commands.map((command) => results.get(command) as CommandResult<R>);
}
