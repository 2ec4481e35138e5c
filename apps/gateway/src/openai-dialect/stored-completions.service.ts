import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { labelInteraction, listInteractions, type Interaction } from '@earshot/contracts-interactions';
import { ThinkingBlocks } from '@earshot/contracts-inference';
import { completionIdSchema } from '@earshot/dto-common';
import {
  metadataOf,
  type StoredCompletion,
  type StoredListQuery,
  type StoredMessageQuery,
} from '@earshot/dto-inference';
import { invalidRequest, notFound } from '@earshot/errors';
import { LaneClient } from '@earshot/messaging';
import { ProjectAccess } from '../auth/project-access.js';
import type { RequestContext } from '../auth/request-context.js';
import { openaiPage, openaiPageAfter } from '../http/openai-page.js';
import { writeIds } from '../http/write-ids.js';
import { InteractionFilters } from '../interactions/interaction-filters.service.js';
import { toFunctionCall, toMessages } from '../interactions/project-interactions.service.js';
import { StoredAnswers } from '../interactions/stored-answers.service.js';

/** Recorded answers as OpenAI's stored chat completions. Each completion is one with a single choice. */
@Injectable()
export class StoredCompletionsService {
  constructor(
    private readonly lanes: LaneClient,
    private readonly access: ProjectAccess,
    private readonly filters: InteractionFilters,
    private readonly answers: StoredAnswers,
  ) {}

  /** @throws AppError `project_not_found`, `completion_not_found`, `query_too_broad` */
  async list({ caller, call }: RequestContext, query: StoredListQuery) {
    const { limit, after, model = null, project: name = caller.projectId } = query;
    if (name === null) {
      const message = 'project is required: the key is for all projects. Name one, or use a key of a project.';
      throw invalidRequest('missing_field', message, { param: 'project' });
    }
    const project = await this.access.resolve(caller, name);
    const named = await this.filters.named({ model }, project);
    const labels = metadataOf(query);
    const filter = { ...noFilter, ...named, labels };
    const ref = after === undefined ? {} : { after: idOf(after, 'after') };
    const request = { project_id: project.id, limit, cursor: null, filter, ...ref };
    const { data: found, next_cursor } = await this.lanes.command(listInteractions, request, { call });
    // Large texts are not in lists.
    const data = await Promise.all(found.map((one) => this.#whole(caller, one, call)));
    return openaiPage(data, next_cursor !== null);
  }

  /** @throws AppError `completion_not_found` */
  async read({ caller, call }: RequestContext, id: string): Promise<StoredCompletion> {
    return toStored(await this.answers.read(caller, id, call));
  }

  /** @throws AppError `completion_not_found` */
  async messages({ caller, call }: RequestContext, id: string, query: StoredMessageQuery) {
    const { completion_id, messages } = await this.answers.read(caller, id, call);
    const all = toMessages(messages).map((message, position) => ({ ...message, id: `${completion_id}-${position}` }));
    return openaiPageAfter(all, query);
  }

  /** Replaces the labels of an answer. @throws AppError `completion_not_found` */
  async update(context: RequestContext, id: string, labels: Record<string, string>): Promise<StoredCompletion> {
    const answer = await this.answers.read(context.caller, id, context.call);
    const { project_id, completion_id } = answer;
    const { command } = writeIds(context, project_id);
    await this.lanes.command(
      labelInteraction,
      { project_id, completion_id, labels },
      { call: context.call, id: command },
    );
    return toStored({ ...answer, labels });
  }

  /** Erases an answer. @throws AppError `completion_not_found`, `erasure_in_progress` */
  async delete(context: RequestContext, id: string) {
    const completionId = await this.answers.erase(context, id);
    return { id: storedId(completionId), object: 'chat.completion.deleted' as const, deleted: true as const };
  }

  async #whole(caller: RequestContext['caller'], one: Interaction, call: CallContext): Promise<StoredCompletion> {
    const { completion } = one;
    if (completion !== null) return toStored({ ...one, completion });
    return toStored(await this.answers.read(caller, one.completion_id, call));
  }
}

const noFilter = {
  ...{ session_id: null, user: null, finish_reason: null, created_after: null, created_before: null },
  ...{ metric: null, tags: [], text: null },
};

function storedId(completionId: string): string {
  return `chatcmpl-${completionId}`;
}

function idOf(given: string, param: string): string {
  const id = completionIdSchema.safeParse(given);
  if (!id.success) throw notFound('completion', given, { param });
  return id.data;
}

function toStored(answer: Interaction & { completion: string }): StoredCompletion {
  const { completion_id, created_at, model, finish_reason, labels, parameters, usage } = answer;
  const reason = finish_reason === 'cancelled' ? 'error' : finish_reason;
  return {
    id: storedId(completion_id),
    object: 'chat.completion',
    created: Math.floor(Date.parse(created_at) / 1_000),
    model: model ?? '',
    choices: [{ index: 0, message: messageOf(answer), logprobs: null, finish_reason: reason }],
    usage: usage ?? { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    metadata: labels,
    temperature: parameters.temperature ?? null,
    top_p: parameters.top_p ?? null,
  };
}

function messageOf(answer: Interaction & { completion: string }): StoredCompletion['choices'][number]['message'] {
  const { completion: text, reasoning, reasoning_blocks, refusal, tool_calls } = answer;
  const thinking_blocks = new ThinkingBlocks().add(reasoning ?? '', reasoning_blocks ?? []);
  return {
    role: 'assistant',
    content: text === '' && (tool_calls ?? refusal) ? null : text,
    refusal: refusal ?? null,
    ...(reasoning !== undefined && { reasoning_content: reasoning }),
    ...(thinking_blocks.length > 0 && { thinking_blocks }),
    ...(tool_calls && { tool_calls: tool_calls.map(toFunctionCall) }),
  };
}
