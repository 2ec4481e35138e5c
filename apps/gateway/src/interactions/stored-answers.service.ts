import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import {
  findInteraction,
  readInteraction,
  type Interaction,
  type RecordedMessage,
} from '@earshot/contracts-interactions';
import { completionIdSchema } from '@earshot/dto-common';
import { notFound } from '@earshot/errors';
import { LaneClient } from '@earshot/messaging';
import type { Caller } from '../auth/caller.js';
import { LargeTexts } from './large-texts.js';

/** A recorded answer with its texts, wherever they are stored. */
export interface StoredAnswer extends Interaction {
  readonly messages: RecordedMessage[];
  readonly completion: string;
}

/** Reads recorded answers by the ids that clients of other interfaces have. */
@Injectable()
export class StoredAnswers {
  constructor(
    private readonly lanes: LaneClient,
    private readonly texts: LargeTexts,
  ) {}

  /**
   * Returns the answer with this completion, if the caller may use its project.
   *
   * @param id of the completion, or of the answer.
   * @param param field that names it; absent for the path.
   * @throws AppError `completion_not_found`, `object_not_found`
   */
  async read(
    { projectId }: Pick<Caller, 'projectId'>,
    id: string,
    call: CallContext,
    param?: string,
  ): Promise<StoredAnswer> {
    const completionId = completionIdSchema.safeParse(id);
    const absent = () => notFound('completion', id, param === undefined ? {} : { param });
    if (!completionId.success) throw absent();
    const ref = { completion_id: completionId.data };
    const interaction =
      projectId === null
        ? await this.lanes.command(findInteraction, ref, { call })
        : await this.lanes.command(readInteraction, { ...ref, project_id: projectId }, { call });
    const [messages, answer] = await Promise.all([
      this.texts.messagesOf(interaction, call),
      this.texts.answerOf(interaction, call),
    ]);
    return { ...interaction, messages, ...answer };
  }
}
