import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { recordComparison, type ComparedSide, type RecordComparison } from '@earshot/contracts-feedback';
import { promptHash } from '@earshot/contracts-interactions';
import { MetricDirectory } from '@earshot/directory';
import type { ComparisonInput, ComparisonOutput } from '@earshot/dto-feedback';
import { invalidRequest } from '@earshot/errors';
import { LaneClient } from '@earshot/messaging';
import { v5 } from 'uuid';
import { NamedProject } from '../auth/named-project.js';
import type { RequestContext } from '../http/request-context.js';
import { writeIds } from '../http/write-ids.js';
import { MessageImages } from '../images/message-images.service.js';

/** Takes comparisons to the service that keeps them, with the pictures of their prompts in the store. */
@Injectable()
export class ComparisonsService {
  constructor(
    private readonly lanes: LaneClient,
    private readonly projects: NamedProject,
    private readonly metrics: MetricDirectory,
    private readonly images: MessageImages,
  ) {}

  async compare(context: RequestContext, input: ComparisonInput): Promise<ComparisonOutput> {
    const { caller, call } = context;
    const project_id = await this.projects.idOf(caller, input);
    const { command, entity } = writeIds(context, project_id);
    const { metric, tied = null, user_id = null } = input;
    const request: RecordComparison = {
      id: entity,
      project_id,
      metric,
      preferred: sideOf(input.preferred_completion, 'preferred', command),
      other: sideOf(input.other_completion, 'other', command),
      tied,
      user_id,
      prompt: await this.#promptOf(input, project_id, call),
      session_id: v5('session', command),
    };
    const key = project_id === null ? undefined : this.metrics.find(project_id, metric)?.id;
    const { id } = await this.lanes.command(recordComparison, request, { call, id: command, ...(key && { key }) });
    return { comparison_id: id };
  }

  async #promptOf({ messages, prompt }: ComparisonInput, projectId: string | null, call: CallContext) {
    const given = messages ?? (prompt == null ? null : [{ role: 'user' as const, content: prompt }]);
    if (given === null) return null;
    const pictures = given.some(({ content }) => typeof content !== 'string');
    if (pictures && projectId === null) throw projectMissing();
    const settled = projectId === null ? given : await this.images.store(given, { projectId, store: true, call });
    return { messages: settled, hash: promptHash(settled) };
  }
}

/** Ids of texts follow from the command, so that the same request under the same idempotency key is the same command. */
function sideOf(given: ComparisonInput['preferred_completion'], name: string, command: string): ComparedSide {
  if (typeof given === 'string') return { completion_id: given, text: null, model: null };
  return { completion_id: v5(name, command), ...given };
}

function projectMissing() {
  const message = "'project' is required where messages have pictures: they are kept in it.";
  return invalidRequest('project_required', message, { param: 'project' });
}
