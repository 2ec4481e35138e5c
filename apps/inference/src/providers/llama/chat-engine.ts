import type { TokenLogProb } from '@earshot/contracts-inference';
import { AppError } from '@earshot/errors';
import type { ChatWrapper, LlamaContext, LlamaContextSequence, LlamaGrammar, LlamaModel, Token } from 'node-llama-cpp';
import type { EventQueue } from '../event-queue.js';
import type { ProviderChatRequest, ProviderEvent } from '../model-provider.js';
import { Answer, ChoiceEvents } from './answer.js';
import { adopt, generate } from './generation.js';
import { createGrammar } from './json-grammar/json-grammar.js';
import type { ProviderLogger } from '../provider-kind.js';
import { contextLengthExceeded, engineFailed } from './llama-errors.js';
import { Pool, type PoolRequest } from '../../limits/pool.js';
import { buildPrompt, type Prompt } from './prompt.js';
import type { RequestRun } from './request-run.js';
import { Rounds } from './rounds.js';
import { alternativesOf, evaluationOptions, hasSeed } from './sampling.js';
import { SharedPrompt } from './shared-prompt.js';
import { tokenLogProb } from './token-log-probs.js';

/** What the choices of one answer have in common. */
interface Task {
  prompt: Prompt;
  request: ProviderChatRequest;
  maxTokens: number;
  grammar: LlamaGrammar | null;
  wish: SlotRequest;
  events: ChoiceEvents;
  /** null where each choice reads the prompt itself. */
  shared: SharedPrompt | null;
  /**
   * Computed apart from other sequences, and without tokens that were computed beside them: numbers are rounded
   * differently in other company, which a seed must not show.
   */
  alone: boolean;
}

const noStops = { stopTokens: new Set<Token>(), stopTexts: [] };

/** Answers chats with one model: one context whose sequences are computed together. */
export class ChatEngine {
  readonly #slots: Pool<Slot, SlotRequest>;
  readonly #rounds: Rounds;
  /** The engine keeps the last cell free. */
  readonly #capacity: number;

  constructor(
    private readonly model: LlamaModel,
    private readonly context: LlamaContext,
    private readonly template: ChatWrapper,
    private readonly logger: ProviderLogger,
  ) {
    const slots = Array.from({ length: context.totalSequences }, () => ({
      sequence: context.getSequence(),
      sessionId: null,
    }));
    this.#slots = new Pool<Slot, SlotRequest>(slots, bestSlot);
    this.#rounds = new Rounds(context.batchSize, context.totalSequences);
    this.#capacity = context.contextSize - 1;
  }

  /** Generates an answer into the queue, whatever the consumer's pace. Returns when its slots are free. */
  async answer(request: ProviderChatRequest, run: RequestRun, queue: EventQueue<ProviderEvent>): Promise<void> {
    const prompt = buildPrompt(this.model, this.template, request.messages, this.#capacity);
    const maxTokens = this.#roomFor(prompt, request.parameters.max_tokens);
    const grammar = await this.#grammarOf(request);
    const { tokens } = prompt;
    const events = new ChoiceEvents(queue, tokens.length, request.choices);
    const alone = hasSeed(request.parameters);
    const task: Task = {
      prompt,
      request,
      maxTokens,
      grammar,
      wish: {
        project: request.project,
        sessionId: request.sessionId,
        prompt: tokens,
        signal: run.signal,
        background: request.background === true,
        queueSlot: run.queueSlot,
      },
      events,
      shared: request.choices === 1 || alone ? null : this.#share(tokens, run.signal),
      alone,
    };
    const choices = Array.from({ length: request.choices }, (_, index) =>
      this.#choice(index, task).catch((error: unknown) => {
        run.stop();
        throw error;
      }),
    );
    for (const settled of await Promise.allSettled(choices)) {
      if (settled.status === 'rejected') throw settled.reason;
    }
  }

  /** Tokens of the prompt. @throws AppError `context_length_exceeded` */
  countPrompt({ messages }: ProviderChatRequest): number {
    const { tokens } = buildPrompt(this.model, this.template, messages, this.#capacity);
    if (tokens.length > this.#capacity) throw contextLengthExceeded(this.#capacity, tokens.length);
    return tokens.length;
  }

  /** Frees the memory. Nothing may be under way. */
  async dispose(): Promise<void> {
    await this.context.dispose();
  }

  /**
   * Tokens that a choice may have: the context ends an answer before a higher `max_tokens`, which clients send without
   * knowing the model. @throws AppError `context_length_exceeded` if the prompt leaves no room
   */
  #roomFor({ tokens }: Prompt, maxTokens = Infinity): number {
    const room = this.#capacity - tokens.length;
    if (room < 1) throw contextLengthExceeded(this.#capacity, tokens.length);
    return Math.min(room, maxTokens);
  }

  #share(tokens: Prompt['tokens'], signal: AbortSignal): SharedPrompt {
    return new SharedPrompt(tokens, this.#rounds, signal, (error) =>
      this.logger.warn({ err: error }, 'prompt copy failed, reading it for each choice'),
    );
  }

  /** @throws AppError `schema_not_supported` */
  async #grammarOf({ parameters }: ProviderChatRequest): Promise<LlamaGrammar | null> {
    const format = parameters.response_format;
    return format === undefined ? null : createGrammar(this.model.llama, format);
  }

  async #choice(index: number, task: Task): Promise<void> {
    const slot = await this.#slots.take(task.wish);
    if (slot === null) return;
    let usable = false;
    try {
      if (task.alone) await slot.sequence.clearHistory();
      else if (task.shared === null) await adopt(slot.sequence, task.prompt.tokens);
      else await task.shared.bringInto(slot.sequence);
      await this.#write(index, task, slot);
      usable = true;
    } catch (error) {
      throw error instanceof AppError ? error : engineFailed('the answer was interrupted', error);
    } finally {
      await this.#releaseSlot(slot, usable ? task.request.sessionId : null);
    }
  }

  async #write(index: number, task: Task, slot: Slot): Promise<void> {
    const { prompt, request, grammar, wish, events, alone } = task;
    // Another choice may have failed with a full queue.
    if (wish.signal.aborted) return;
    request.onTaken?.();
    // Stop texts may be part of JSON, where the grammar decides the end.
    const ends = grammar === null ? prompt : { ...prompt, ...noStops };
    const answer = new Answer(this.model, ends, request.parameters.stop ?? [], task.maxTokens);
    const alternatives = alternativesOf(request.parameters);
    const sampling = { parameters: request.parameters, index, model: this.model, grammar };
    const options = await evaluationOptions(sampling, answer.tokens);
    const evaluation = { ...options, probabilities: alternatives !== null, alone };
    const logprobs: TokenLogProb[] = [];
    for await (const drawn of generate(slot.sequence, prompt.tokens, evaluation, this.#rounds, wish.signal)) {
      const text = answer.push(drawn.token);
      if (alternatives !== null) logprobs.push(tokenLogProb(this.model, drawn, alternatives));
      if (text !== '') events.emit(index, text, logprobs.splice(0));
      if (answer.finishReason !== null) break;
    }
    if (wish.signal.aborted) return;
    if (answer.finishReason === null) events.emit(index, answer.end());
    events.finish(index, answer.finishReason ?? 'stop', answer.tokens.length);
  }

  /** @param sessionId null after a failure: the cache may be anything, so it is emptied. */
  async #releaseSlot(slot: Slot, sessionId: string | null): Promise<void> {
    try {
      if (sessionId === null) await slot.sequence.clearHistory();
    } finally {
      this.#slots.release({ ...slot, sessionId });
    }
  }
}

/** One of the answers that a model can make at the same time. */
interface Slot {
  sequence: LlamaContextSequence;
  /** Session whose tokens its cache holds; null for none. */
  sessionId: string | null;
}

/** A request for a slot. */
interface SlotRequest extends PoolRequest {
  sessionId: string;
  prompt: Token[];
}

/**
 * Chooses the idle slot that holds most of a prompt, if at least half; less is not worth overwriting another session.
 * Else the one that its session had last, else the one unused for longest.
 */
function bestSlot(idle: readonly Slot[], { sessionId, prompt }: SlotRequest): number {
  const held = idle.map(({ sequence }) => sequence.compareContextTokens(prompt).firstDifferentIndex);
  const most = Math.max(...held);
  const isOwn = (slot: Slot) => slot.sessionId === sessionId;
  if (most * 2 >= prompt.length) {
    const own = idle.findIndex((slot, index) => held[index] === most && isOwn(slot));
    return own === -1 ? held.indexOf(most) : own;
  }
  return Math.max(0, idle.findLastIndex(isOwn));
}
