import { Inject, Injectable } from '@nestjs/common';
import { type CallContext, logFields, tracedBy } from '@earshot/contracts-core';
import { type ChatChunk, type ChatMessage, type ChatRequest, providerOf } from '@earshot/contracts-inference';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { Observable } from 'rxjs';
import type { ProviderChatRequest } from '../providers/model-provider.js';
import type { ChatOutcome } from './interaction.mapper.js';
import { countChat } from './chat.metrics.js';
import { type ChatTarget, ChatTargets, requireTools } from './chat-target.js';
import { type ChatTask, countedPrompt, generates, hasCalls, toProviderRequest, toTasks } from './chat-task.js';
import { type AnswerTask, FallbackAnswer } from './fallback-answer.js';
import { FirstTokenDeadline } from './first-token-deadline.js';
import { Generation } from './generation.js';
import { InteractionRecorder } from './interaction-recorder.js';
import { type LoadedPrompt, LoadedPrompts } from './loaded-prompts.js';
import { logFailure } from './chat.errors.js';
import { Providers } from '../providers/providers.js';
import { Prompts } from './prompts.js';
import { RunningChats } from './running-chats.js';
import { SystemPrompts } from './system-prompts.js';
import type { AnswerEvent } from './tools/tool-round.js';
import { type Offered, OfferedTools } from './tools/offered-tools.js';
import { ToolAnswers } from './tools/tool-answers.js';

/** What of its surroundings a chat depends on. */
export interface ChatContext {
  readonly call: CallContext;
  /** Attempt of this request, from 1. */
  readonly attempt: number;
  /** Aborts when the caller stops waiting. */
  readonly signal: AbortSignal;
  /** When that is at the latest, ms since 1970. */
  readonly deadlineAt: number;
  /** Backpressure: resolves when the caller can take more, or has left. */
  readonly paused?: Promise<void>;
  /** By state topic: how much of it the caller had read when it sent the request. */
  readonly observed: Readonly<Record<string, number>>;
}

interface Surroundings {
  readonly context: ChatContext;
  readonly offered: Offered | undefined;
  readonly deadline: FirstTokenDeadline | undefined;
  readonly loaded: LoadedPrompt;
  readonly emit: (chunk: ChatChunk) => void;
}

/** Answers conversations. */
@Injectable()
export class ChatService {
  constructor(
    private readonly targets: ChatTargets,
    private readonly tools: OfferedTools,
    private readonly toolAnswers: ToolAnswers,
    private readonly providers: Providers,
    private readonly prompts: Prompts,
    private readonly systemPrompts: SystemPrompts,
    private readonly memory: LoadedPrompts,
    private readonly recorder: InteractionRecorder,
    private readonly running: RunningChats,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Answers a chat, with the errors of the contract `chat.v1`. An abort still records the partial answer. */
  answer(request: ChatRequest, context: ChatContext): Observable<ChatChunk> {
    return new Observable((caller) => {
      this.running
        .run(request.project_id, () => this.#answer(request, context, (chunk) => caller.next(chunk)))
        .then(
          () => caller.complete(),
          (error: unknown) => {
            const { response_id, project_id } = request;
            logFailure(this.logger, error, 'chat failed', { ...logFields(context.call), response_id, project_id });
            caller.error(error);
          },
        );
    });
  }

  async #answer(request: ChatRequest, context: ChatContext, emit: (chunk: ChatChunk) => void): Promise<void> {
    const target = await this.targets.resolve(request, context.observed);
    const offered = await this.tools.resolve(request, context.observed);
    const deadline = FirstTokenDeadline.of(request, context.signal);
    const loaded = this.memory.begin();
    try {
      await this.#generate(request, target, { context, offered, deadline, loaded, emit });
    } finally {
      loaded.free();
      deadline?.clear();
    }
  }

  async #generate(
    chat: ChatRequest,
    target: ChatTarget,
    { context, offered, deadline, loaded, emit }: Surroundings,
  ): Promise<void> {
    const { call, attempt, deadlineAt } = context;
    const signal = deadline?.signal ?? context.signal;
    const reading = { call, signal, deadline, loaded };
    const { request, messages, usesImages } = await this.prompts.read(chat, target, reading);
    const called = offered !== undefined || hasCalls(request.messages);
    if (called) requireTools(target);
    const needed = [...(usesImages ? (['images'] as const) : []), ...(called ? (['tools'] as const) : [])];
    const fallbacks = request.replay === true ? [] : this.targets.fallbacks(target, ...needed);
    const args = request.system_prompt_args ?? {};
    const promptOf = (one: ChatTarget) => this.systemPrompts.render(one, args, { signal, deadline });
    const tasks = await toTasks(request, target, fallbacks, promptOf);
    const [task] = tasks as [ChatTask];
    const { recorder } = this;
    const paused = () => context.paused;
    const generation = new Generation(task, { call, attempt, signal, deadline, paused, emit, recorder });
    const rest = { onTaken: () => generation.taken(), traceparent: tracedBy(call) };
    const prompt = { messages, offered, loaded };
    const answerTask: AnswerTask = (one, retryUntil) => this.#answerOne(one, prompt, { retryUntil, ...rest }, signal);
    const answer =
      tasks.length === 1 ? answerTask(task, deadlineAt) : new FallbackAnswer(tasks, answerTask, signal, deadlineAt);
    await generation.run(answer, (outcome, answered) => this.#answered(outcome, answered, call));
  }

  #answerOne(
    task: ChatTask,
    { messages, offered, loaded }: Pick<Surroundings, 'offered' | 'loaded'> & { messages: ChatMessage[] },
    more: Pick<ProviderChatRequest, 'retryUntil' | 'onTaken' | 'traceparent'>,
    signal: AbortSignal,
  ): AsyncIterable<AnswerEvent[]> {
    const { model } = task.target;
    const providerRequest = toProviderRequest(task, messages, {
      ...more,
      ...(offered?.tools && { tools: offered.tools }),
    });
    if (generates(task)) {
      if (offered === undefined || offered.installed.length === 0)
        return this.providers.chat(model, providerRequest, signal);
      return this.toolAnswers.answer(model, { messages, providerRequest, offered, loaded }, signal);
    }
    return countedPrompt(this.providers.countPrompt(model, providerRequest, signal), providerRequest.choices);
  }

  #answered(outcome: ChatOutcome, { request, target }: ChatTask, call: CallContext): void {
    countChat(providerOf(target.model).kind, outcome);
    const { response_id } = request;
    const { finishReason: finish_reason, timings } = outcome;
    const fields = { response_id, model: target.name, finish_reason, ...timings };
    this.logger.debug({ ...logFields(call), ...fields }, 'chat answered');
  }
}
