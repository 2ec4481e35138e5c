import { Injectable } from '@nestjs/common';
import {
  importInteraction,
  promptHash,
  type ImportInteraction,
  type RecordedMessage,
} from '@earshot/contracts-interactions';
import type { AddInteractionsResponse, InteractionInput } from '@earshot/dto-interactions';
import { invalidRequest } from '@earshot/errors';
import { LaneClient } from '@earshot/messaging';
import { v5, v7 } from 'uuid';
import { ProjectAccess } from '../auth/project-access.js';
import type { RequestContext } from '../auth/request-context.js';
import { writeIds, type WriteIds } from '../http/write-ids.js';
import { MessageImages } from '../images/message-images.service.js';
import { LargeTexts } from './large-texts.js';
import { labelledUser } from '../http/end-user.js';

/** Imports interactions. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly lanes: LaneClient,
    private readonly access: ProjectAccess,
    private readonly images: MessageImages,
    private readonly texts: LargeTexts,
  ) {}

  /** Resolves once the interaction is recorded. */
  async add(context: RequestContext, input: InteractionInput): Promise<AddInteractionsResponse> {
    const { caller, call, idempotencyKey } = context;
    const projectId = await this.access.named(caller, input);
    if (projectId === null) throw projectMissing();
    const messages = await this.images.store(input.messages, { projectId, store: true, call });
    const ids = writeIds(context, projectId);
    const request = toImport(input, messages, projectId, ids, idempotencyKey !== null);
    const fitting = await this.texts.put(request, call);
    return this.lanes.command(importInteraction, fitting, { call, id: ids.command });
  }
}

function projectMissing() {
  const message = "'project' is required with an installation key. Set it to the id or key of the project.";
  return invalidRequest('missing_field', message, { param: 'project' });
}

/** Maps an import to the contract; a repeatable one always to the same value. */
function toImport(
  input: InteractionInput,
  messages: RecordedMessage[],
  projectId: string,
  { command, entity }: WriteIds,
  repeatable: boolean,
): ImportInteraction {
  // Time-ordered ids keep the indexes compact.
  const idOf = (what: string) => (repeatable ? v5(what, command) : v7());
  return {
    completion_id: entity,
    session_id: input.session_id ?? idOf('session'),
    project_id: projectId,
    model: input.model_service ?? null,
    messages,
    prompt_hash: promptHash(messages),
    completion: input.completion,
    created_at: input.created_at ?? null,
    ab_campaign: input.ab_campaign ?? null,
    ...labelledUser(input.user, input.labels ?? {}, projectId),
    tags: input.tags ?? [],
    feedbacks: (input.feedbacks ?? []).map(({ metric, value, reason, details, created_at }, index) => ({
      id: idOf(`feedback ${index}`),
      metric,
      value,
      reason: reason ?? null,
      details: details ?? null,
      created_at: created_at ?? null,
    })),
  };
}
