import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { forgetCompletions, forgetUser } from '@earshot/contracts-feedback';
import { eraseInteraction, eraseUser, type EraseInteraction, type EraseUser } from '@earshot/contracts-interactions';
import { withholdDatasets } from '@earshot/contracts-storage';
import { overloaded } from '@earshot/errors';
import { LaneClient } from '@earshot/messaging';

/** How long a caller waits for the services that follow, ms: longer than most users have values and comparisons to forget. */
const deadlineMs = 20_000;

/** Erases by way of all services that show something of it. */
@Injectable()
export class Erasures {
  constructor(private readonly lanes: LaneClient) {}

  /**
   * From the answer on nothing of the user's can be read, by whichever route.
   *
   * @param command id of the command.
   * @throws AppError `erasure_in_progress`: the erasure is recorded, and services that did not apply it yet will, when they read of it.
   */
  async ofUser(user: EraseUser, command: string, call: CallContext): Promise<void> {
    const { erased_at } = await this.lanes.command(eraseUser, user, { call, id: command });
    const { project_id } = user;
    await applied(
      this.lanes.command(forgetUser, { ...user, erased_at }, { call, deadlineMs }),
      this.lanes.command(withholdDatasets, { project_id, erased: [user.user], erased_at }, { call, deadlineMs }),
    );
  }

  /**
   * The same of an interaction.
   *
   * @throws AppError `completion_not_found`; `erasure_in_progress` as {@link ofUser}.
   */
  async ofInteraction(interaction: EraseInteraction, command: string, call: CallContext): Promise<void> {
    const erased = await this.lanes.command(eraseInteraction, interaction, { call, id: command });
    const { project_id } = interaction;
    const { completion_ids, erased_at } = erased;
    await applied(
      this.lanes.command(forgetCompletions, { project_id, ...erased }, { call, deadlineMs }),
      this.lanes.command(withholdDatasets, { project_id, erased: completion_ids, erased_at }, { call, deadlineMs }),
    );
  }
}

async function applied(...answers: readonly Promise<unknown>[]): Promise<void> {
  try {
    await Promise.all(answers);
  } catch (cause) {
    const message = 'The erasure is recorded but not finished, and some data can still be read. Repeat the request.';
    throw overloaded('erasure_in_progress', message, 5, { cause });
  }
}
