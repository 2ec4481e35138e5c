import { Injectable } from '@nestjs/common';
import type { CallContext, CommandContract } from '@earshot/contracts-core';
import { AppError } from '@earshot/errors';
import { LaneClient, type StateReplica } from '@earshot/messaging';
import type { RequestContext } from '../http/request-context.js';

/** How a write is given. */
export interface WriteOptions {
  readonly call: CallContext;
  /** Id of the command. */
  readonly id: string;
  /** Writes of one key are done in their order. */
  readonly key: string;
  /** What the write changes: read up to it before the answer, so that what was changed is in force here when the caller hears of it. */
  readonly changes: Pick<StateReplica<unknown>, 'fence'>;
}

/** Asks which entity a command was about. */
type RecallContract = CommandContract<{ command_id: string }, { entity_id: string | null }>;

/** Asks the services that own what is managed. */
@Injectable()
export class ManagementClient {
  constructor(private readonly lanes: LaneClient) {}

  read<Q, R>(contract: CommandContract<Q, R>, request: Q, call: CallContext): Promise<R> {
    return this.lanes.command(contract, request, { call });
  }

  async write<Q, R>(contract: CommandContract<Q, R>, request: Q, options: WriteOptions): Promise<R> {
    const { call, id, key, changes } = options;
    const reply = await this.lanes.command(contract, request, { call, id, key });
    await changes.fence();
    return reply;
  }

  /**
   * Id of the entity that a write is about. Under an idempotency key it may be one that the first of these writes removed or renamed: then it is
   * what that command was about, and the service, given it again, gives its first answer again.
   *
   * @param command id of the write's command. @param find throws AppError where there is no such entity.
   */
  async target(
    { idempotencyKey, call }: RequestContext,
    command: string,
    recall: RecallContract,
    find: () => Promise<{ id: string }>,
  ): Promise<string> {
    try {
      return (await find()).id;
    } catch (error) {
      const gone = error instanceof AppError && error.type === 'not_found_error';
      if (!gone || idempotencyKey === null) throw error;
      const { entity_id } = await this.read(recall, { command_id: command }, call);
      if (entity_id === null) throw error;
      return entity_id;
    }
  }
}
