import { Injectable } from '@nestjs/common';
import { importInteraction } from '@earshot/contracts-interactions';
import type { AddInteractionsResponse, InteractionInput } from '@earshot/dto-interactions';
import { LaneClient } from '@earshot/messaging';
import { NamedProject } from '../auth/named-project.js';
import type { RequestContext } from '../http/request-context.js';
import { writeIds } from '../http/write-ids.js';
import { MessageImages } from '../images/message-images.service.js';
import { toImport } from './import-request.mapper.js';
import { LargeTexts } from './large-texts.js';

/** Takes interactions from elsewhere to the service that records them. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly lanes: LaneClient,
    private readonly projects: NamedProject,
    private readonly images: MessageImages,
    private readonly texts: LargeTexts,
  ) {}

  /** Resolves once it is on record. @throws AppError */
  async add(context: RequestContext, input: InteractionInput): Promise<AddInteractionsResponse> {
    const { caller, call, idempotencyKey } = context;
    // The body's schema has it that one is named.
    const projectId = (await this.projects.idOf(caller, input)) as string;
    const messages = await this.images.store(input.messages, { projectId, store: true, call });
    const ids = writeIds(context, projectId);
    const request = toImport(input, messages, projectId, ids, idempotencyKey !== null);
    const fitting = await this.texts.put(request, call);
    return this.lanes.command(importInteraction, fitting, { call, id: ids.command });
  }
}
