import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import {
  findInteraction,
  readInteraction,
  type Interaction,
  type RecordedMessage,
} from '@earshot/contracts-interactions';
import { completionIdSchema } from '@earshot/dto-common';
import { AppError, notFound } from '@earshot/errors';
import { LaneClient } from '@earshot/messaging';
import type { Caller } from '../auth/caller.js';
import { ProjectAccess } from '../auth/project-access.js';
import type { RequestContext } from '../auth/request-context.js';
import { LargeTexts } from './large-texts.js';
import { ProjectInteractionsService } from './project-interactions.service.js';

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
    private readonly access: ProjectAccess,
    private readonly interactions: ProjectInteractionsService,
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
    if (!completionId.success) throw notFound('completion', id, param === undefined ? {} : { param });
    const interaction = await this.#interaction(projectId, completionId.data, call).catch((error: unknown) => {
      const isAbsent = error instanceof AppError && error.code === 'completion_not_found';
      throw isAbsent && param !== undefined ? notFound('completion', id, { param }) : error;
    });
    const [messages, answer] = await Promise.all([
      this.texts.messagesOf(interaction, call),
      this.texts.answerOf(interaction, call),
    ]);
    return { ...interaction, messages, ...answer };
  }

  /** Erases the interaction of an answer. @returns the id of its completion. @throws AppError as {@link read}, and `erasure_in_progress` */
  async erase(context: RequestContext, id: string): Promise<string> {
    const { project_id, completion_id } = await this.read(context.caller, id, context.call);
    const project = await this.access.resolve(context.caller, project_id);
    await this.interactions.eraseOne({ ...context, project }, completion_id);
    return completion_id;
  }

  #interaction(project_id: string | null, completion_id: string, call: CallContext): Promise<Interaction> {
    if (project_id === null) return this.lanes.command(findInteraction, { completion_id }, { call });
    return this.lanes.command(readInteraction, { project_id, completion_id }, { call });
  }
}
