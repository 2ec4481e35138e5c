import { Injectable } from '@nestjs/common';
import type { AnthropicCount, AnthropicInput, AnthropicModelQuery, ListedModelResponse } from '@earshot/dto-inference';
import { invalidRequest, type AppError } from '@earshot/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.js';
import { ChatCompletionsService } from '../chat-completions/chat-completions.service.js';
import { withMessagesParam } from '../chat-completions/messages-param.js';
import { ModelListService } from '../models/model-list.service.js';
import { countFormat, messageFormat } from './message-format.js';
import { toChat, toCount } from './messages.mapper.js';

/** Messages and models in the form of Anthropic's interface. */
@Injectable()
export class AnthropicDialectService {
  constructor(
    private readonly chats: ChatCompletionsService,
    private readonly models: ModelListService,
  ) {}

  /** Answers a conversation. Resolves once the answer is sent, or the client disconnected, which cancels the work. */
  async create(input: AnthropicInput, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const mapped = toChat(input, betasOf(request));
    // Paths within the messages of a chat are not those of the caller.
    await withMessagesParam('messages', () => this.chats.complete(mapped.chat, request, reply, messageFormat(mapped)));
  }

  /** Counts the tokens of a prompt. @throws AppError `not_supported_yet` where the provider cannot. */
  async count(input: AnthropicCount, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const mapped = toCount(input, betasOf(request));
    const format = countFormat(mapped, cannotCount);
    await withMessagesParam('messages', () => this.chats.complete(mapped.chat, request, reply, format));
  }

  async list(caller: Caller, { limit, after_id, before_id }: AnthropicModelQuery) {
    const all = (await this.models.list(caller)).data.map(toModel);
    const start = after_id === undefined ? 0 : all.findIndex(({ id }) => id === after_id) + 1;
    const end = before_id === undefined ? all.length : all.findIndex(({ id }) => id === before_id);
    const within = all.slice(start, end === -1 ? all.length : end);
    const data = before_id === undefined ? within.slice(0, limit) : within.slice(-limit);
    const has_more = data.length < within.length;
    return { data, has_more, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
  }

  /** @throws AppError `model_not_found` */
  async find(caller: Caller, name: string) {
    return toModel(await this.models.find(caller, name));
  }
}

function toModel({ id, created }: ListedModelResponse) {
  return { type: 'model' as const, id, display_name: id, created_at: new Date(created * 1_000).toISOString() };
}

/** Features that the caller enables; they are for the provider. */
function betasOf({ headers }: FastifyRequest): string[] {
  const header = headers['anthropic-beta'];
  const names = (Array.isArray(header) ? header : (header ?? '').split(',')).map((name) => name.trim());
  return names.filter((name) => /^[\w.-]{1,128}$/.test(name)).slice(0, 64);
}

function cannotCount(): AppError {
  const message = 'The provider of the model does not count tokens of prompts. Send the prompt, or use another model.';
  return invalidRequest('not_supported_yet', message, { param: 'model' });
}
