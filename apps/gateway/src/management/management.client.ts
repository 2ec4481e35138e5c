import { Injectable } from '@nestjs/common';
import type { CallContext, CommandContract } from '@earshot/contracts-core';
import { LaneClient, type StateReplica } from '@earshot/messaging';

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
}
