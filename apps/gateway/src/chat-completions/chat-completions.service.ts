import { Inject, Injectable } from '@nestjs/common';
import { chat, type ChatChunk, type ChatRequest } from '@earshot/contracts-inference';
import { ObservedState } from '@earshot/directory';
import type { CompletionInput } from '@earshot/dto-inference';
import { quotaExceeded, timedOut } from '@earshot/errors';
import { LaneClient, WorkFlowControl, InjectReplica, StateReplica, type WorkOptions } from '@earshot/messaging';
import { CONFIG, LOGGER, type Logger } from '@earshot/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tap, throwError, timeout, type Observable } from 'rxjs';
import { interactionQuotasState, type UsedUpQuota } from '@earshot/contracts-interactions';
import { ProjectAccess } from '../auth/project-access.js';
import type { GatewayConfig } from '../config.js';
import { requireAcceptable } from '../http/accept.js';
import { listDroppedParams } from '../http/dropped-params.js';
import { callerOf } from '../auth/request-context.js';
import { MessageImages } from '../images/message-images.service.js';
import { ProjectSlots } from '../limits/project-slots.js';
import { charged, type Cost } from '../limits/permit.js';
import { ModelNames } from '../models/model-names.js';
import { showProviderAddress } from '../models/provider-address.js';
import type { AnswerFormat } from './answer-format.js';
import { chatShape, textShape } from './answer-shape.js';
import { type ChatCall, toChatRequest } from './chat-request.mapper.js';
import { completionFormat } from './completion-format.js';
import { LargeConversations } from './large-conversations.js';
import { withMessagesParam } from './messages-param.js';
import { sendStream } from './stream-answer.js';
import { sendWhole } from './whole-answer.js';

/** A request, its reply and the format of the answer. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly format: AnswerFormat;
}

const chatFormat = completionFormat(chatShape);
const textFormat = completionFormat(textShape);

/** Sends chat requests to the inference service and streams the answers back. */
@Injectable()
export class ChatCompletionsService {
  readonly #deadlineMs: number;

  constructor(
    private readonly lanes: LaneClient,
    private readonly names: ModelNames,
    private readonly access: ProjectAccess,
    private readonly slots: ProjectSlots,
    private readonly observed: ObservedState,
    @InjectReplica(interactionQuotasState) private readonly usedUpQuotas: StateReplica<UsedUpQuota>,
    private readonly images: MessageImages,
    private readonly conversations: LargeConversations,
    @Inject(CONFIG) config: Pick<GatewayConfig, 'chatDeadlineS'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#deadlineMs = config.chatDeadlineS * 1_000;
  }

  /** Answers a conversation. Resolves once the answer is sent, or the client disconnected, which cancels the work. */
  async complete(
    input: ChatCall,
    request: FastifyRequest,
    reply: FastifyReply,
    format: AnswerFormat = chatFormat,
  ): Promise<void> {
    const receivedAtMs = Date.now();
    if (input.stream !== true) requireAcceptable(request.headers.accept);
    const names = this.names.of(callerOf(request), input.model);
    // Promises are awaited only where there is one: the usual chat goes to the broker without yielding.
    const resolving = this.access.resolve(callerOf(request), names.project, 'model');
    const project = resolving instanceof Promise ? await resolving : resolving;
    // The client may have disconnected before anyone listened for it.
    if (reply.raw.destroyed) return;
    const usedUp = input.store === false ? undefined : this.usedUpQuotas.get(project.id);
    if (usedUp !== undefined) throw quotaExceeded('interactions', usedUp.limit);
    this.slots.acquire(project, request, reply);
    const { call } = request;
    const storing = this.images.store(input.messages, { projectId: project.id, store: input.store ?? true, call });
    const messages = storing instanceof Promise ? await storing : storing;
    if (reply.raw.destroyed) return;
    const full = toChatRequest(input, messages, { projectId: project.id, model: names.model, receivedAtMs, format });
    const offloading = this.conversations.offload(full, call);
    const work = offloading instanceof Promise ? await offloading : offloading;
    try {
      if (reply.raw.destroyed) return;
      await this.#answer(work, input, { request, reply, format });
    } finally {
      this.conversations.discard(work, call);
    }
  }

  /** Completes a text: a chat whose one user message is the prompt. */
  async completeText(
    input: CompletionInput,
    request: FastifyRequest,
    reply: FastifyReply,
    format: AnswerFormat = textFormat,
  ): Promise<void> {
    const { prompt, ...rest } = input;
    const chat = { ...rest, messages: [{ role: 'user' as const, content: prompt }] };
    await withMessagesParam('prompt', () => this.complete(chat, request, reply, format));
  }

  #answer(work: ChatRequest, input: ChatCall, { request, reply, format }: Exchange): Promise<void> {
    const { call } = request;
    void reply.headers({
      'x-earshot-session-id': work.session_id,
      'x-earshot-completion-ids': work.completion_ids.join(', '),
    });
    const flow = new WorkFlowControl();
    // Tools of the project have side effects: another worker must not repeat them.
    const buffered = !work.stream && input.use_tools !== true;
    const observed = this.observed.positions();
    const options: WorkOptions = { call, deadlineMs: this.#deadlineMs, observed, flow, buffered };
    const answer = showProviderAddress(this.lanes.work(chat, work, options), callerOf(request));
    const chunks = charged(request.permit, withDroppedParams(withinTtft(answer, work), work, reply), costOf);
    if (!work.stream) return sendWhole(reply, work, format, chunks);
    const includeUsage = input.stream_options?.include_usage === true;
    return sendStream(reply, work, format.events(work, { includeUsage }), chunks, { flow, logger: this.logger });
  }
}

function costOf({ usage, choices }: ChatChunk): Cost {
  return { total: usage?.total_tokens, least: choices.length };
}

/** Names the parameters that the provider does not support in a header; they are in the first chunk. */
function withDroppedParams(chunks: Observable<ChatChunk[]>, { drop_params }: ChatRequest, reply: FastifyReply) {
  if (drop_params !== true) return chunks;
  return chunks.pipe(tap(([first]) => listDroppedParams(reply, first?.dropped_params)));
}

/**
 * Fails with `ttft_exceeded`, which cancels the work, if the first chunk is not there within `max_ttft_ms`. The worker
 * has the same limit; this one covers a request that no worker has, or whose worker died.
 */
function withinTtft(chunks: Observable<ChatChunk[]>, request: ChatRequest): Observable<ChatChunk[]> {
  const { received_at_ms, max_ttft_ms } = request;
  if (max_ttft_ms === null) return chunks;
  const first = new Date(received_at_ms + max_ttft_ms);
  return chunks.pipe(timeout({ first, with: () => throwError(() => ttftExceeded(max_ttft_ms)) }));
}

function ttftExceeded(limitMs: number) {
  return timedOut('ttft_exceeded', `No token was generated within ${limitMs} ms.`, { param: 'max_ttft_ms' });
}
