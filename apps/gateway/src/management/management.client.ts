import { Injectable } from '@nestjs/common';
import type { CallContext, CommandContract } from '@earshot/contracts-core';
import { AppError } from '@earshot/errors';
import { LaneClient, type StateReplica } from '@earshot/messaging';
import type { RequestContext } from '../auth/request-context.js';

/** One page of a list. */
export interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
}

/** Maps the entries of a page. */
export function mapPage<From, To>({ data, next_cursor }: Page<From>, map: (item: From) => To): Page<To> {
  return { data: data.map(map), next_cursor };
}

/** Options of a write. */
interface WriteOptions {
  readonly call: CallContext;
  /** Id of the command. */
  readonly id: string;
  /** Partition key: writes with one key are processed in order. */
  readonly key: string;
  /** Replica of what the write changes. It is fenced before the response, so that the change is in force here. */
  readonly changes: Pick<StateReplica<unknown>, 'fence'>;
}

/** Returns the id of the entity that a processed command was about. */
export type LookUpContract = CommandContract<{ command_id: string }, { entity_id: string | null }>;

/** Sends commands to the services that own the managed resources. */
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
   * Returns the id of the entity that a write is about. A retry under an idempotency key may no longer find it, because
   * the first attempt renamed or removed it. The owning service then names the entity of the first attempt, and repeats
   * its first reply.
   *
   * @param command id of the write's command.
   * @param find looks the entity up; throws a `not_found_error` if it does not exist.
   */
  async target(
    { idempotencyKey, call }: RequestContext,
    command: string,
    lookUp: LookUpContract,
    find: () => Promise<{ id: string }>,
  ): Promise<string> {
    try {
      return (await find()).id;
    } catch (error) {
      const isMissing = error instanceof AppError && error.type === 'not_found_error';
      if (!isMissing || idempotencyKey === null) throw error;
      const { entity_id } = await this.read(lookUp, { command_id: command }, call);
      if (entity_id === null) throw error;
      return entity_id;
    }
  }
}
