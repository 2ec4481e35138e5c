import { Inject, Injectable } from '@nestjs/common';
import { chat, type ChatChunk, type ChatRequest } from '@earshot/contracts-inference';
import type { ChatInput } from '@earshot/dto-inference';
import { LaneClient, WorkFlowControl } from '@earshot/messaging';
import { CONFIG, LOGGER, type Logger } from '@earshot/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProjectAccess } from '../auth/project-access.js';
import type { GatewayConfig } from '../config.js';
import { InteractionQuotas } from '../directory/interaction-quotas.js';
import { ObservedState } from '../directory/observed-state.js';
import { refuseUnacceptable } from '../http/accept.js';
import { callerOf } from '../http/request-context.js';
import { ProjectPlaces } from '../limits/project-places.js';
import { charged, type Cost } from '../limits/charged.js';
import { namesOf } from '../models/model-name.js';
import { chatShape, type AnswerShape } from './answer-shape.js';
import { ChatImages } from './chat-images.js';
import { toChatRequest } from './chat-request.mapper.js';
import { withinTtft } from './first-chunk-deadline.js';
import { LargeConversations } from './large-conversations.js';
import { sendWhole } from './send-whole.js';
import { sendStream } from './send-stream.js';

/** A request, and where its answer goes. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly shape: AnswerShape;
}

/** Takes a chat request to the inference service and its answer back, whole or as a stream. */
@Injectable()
export class ChatCompletionsService {
  readonly #deadlineMs: number;

  constructor(
    private readonly lanes: LaneClient,
    private readonly access: ProjectAccess,
    private readonly places: ProjectPlaces,
    private readonly observed: ObservedState,
    private readonly quotas: InteractionQuotas,
    private readonly images: ChatImages,
    private readonly conversations: LargeConversations,
    @Inject(CONFIG) config: Pick<GatewayConfig, 'chatDeadlineS'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#deadlineMs = config.chatDeadlineS * 1_000;
  }

  /** Resolves once the answer is sent, or its client gone, which stops the work. @param shape how the answer is written. */
  async complete(
    input: ChatInput,
    request: FastifyRequest,
    reply: FastifyReply,
    shape: AnswerShape = chatShape,
  ): Promise<void> {
    const receivedAtMs = Date.now();
    if (input.stream !== true) refuseUnacceptable(request.headers.accept);
    const names = namesOf(input.model);
    const found = this.access.resolve(callerOf(request), names.project, 'model');
    const project = found instanceof Promise ? await found : found;
    // Its client may have left while the project was looked for: that was all that would have told of it.
    if (reply.raw.destroyed) return;
    if (input.store !== false) this.quotas.admit(project.id);
    this.places.take(project, request, reply);
    const { call } = request;
    const settled = this.images.settle(input.messages, { projectId: project.id, store: input.store ?? true, call });
    const messages = settled instanceof Promise ? await settled : settled;
    if (reply.raw.destroyed) return;
    const fitting = this.conversations.settle(
      toChatRequest(input, messages, { projectId: project.id, model: names.model, receivedAtMs }),
      call,
    );
    const work = fitting instanceof Promise ? await fitting : fitting;
    try {
      if (reply.raw.destroyed) return;
      await this.#answer(work, input, { request, reply, shape });
    } finally {
      this.conversations.forget(work, call);
    }
  }

  #answer(work: ChatRequest, input: ChatInput, { request, reply, shape }: Exchange): Promise<void> {
    const { call } = request;
    const flow = new WorkFlowControl();
    // Tools of the project have effects.
    const whole = !work.stream && input.use_tools !== true;
    const options = { call, deadlineMs: this.#deadlineMs, observed: this.observed.positions(), flow, whole };
    const answer = this.lanes.work(chat, work, options);
    const chunks = charged(request.permit, withinTtft(answer, work), costOf);
    if (!work.stream) return sendWhole(reply, work, shape, chunks);
    const includeUsage = input.stream_options?.include_usage === true;
    return sendStream(reply, work, shape, chunks, { includeUsage, flow, logger: this.logger });
  }
}

function costOf({ usage, choices }: ChatChunk): Cost {
  return { total: usage?.total_tokens, least: choices.length };
}
