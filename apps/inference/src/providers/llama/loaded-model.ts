import { AppError } from '@earshot/errors';
import type { ChatWrapper, LlamaContext, LlamaModel } from 'node-llama-cpp';
import type { ProviderChatRequest, ProviderEvent, ProviderFinishReason, ProviderUsage } from '../model-provider.js';
import { EventQueue } from '../event-queue.js';
import { Answer } from './answer.js';
import { generate } from './generation.js';
import { contextLengthExceeded, engineFailed } from './llama-errors.js';
import { SAMPLING_DEFAULTS } from './llama-settings.js';
import { buildPrompt, type Prompt } from './prompt.js';
import { Slots, type Slot } from './slots.js';
import type { WaitingRoom } from './waiting-room.js';

/** A model in memory, with one context whose sequences are computed together. */
export class LoadedModel {
  private readonly slots: Slots;
  /** The engine keeps the last cell free. */
  private readonly capacity: number;

  constructor(
    private readonly model: LlamaModel,
    private readonly context: LlamaContext,
    private readonly template: ChatWrapper,
    waitingRoom: WaitingRoom,
  ) {
    const sequences = Array.from({ length: context.totalSequences }, () => context.getSequence());
    this.slots = new Slots(sequences, waitingRoom);
    this.capacity = context.contextSize - 1;
  }

  /**
   * Generates one answer into the queue and ends it; returns when the slot is free again. The answer does not wait for its
   * consumer: it is bounded by the context, and its slot is needed.
   */
  async answer(request: ProviderChatRequest, signal: AbortSignal, queue: EventQueue<ProviderEvent>): Promise<void> {
    if (signal.aborted) return;
    const prompt = buildPrompt(this.model, this.template, request.messages, this.capacity);
    const room = this.roomFor(prompt, request.maxTokens);
    const slot = await this.slots.acquire(request.sessionId, signal);
    if (slot === null) return;
    await this.run(slot, prompt, room, request, signal, queue);
  }

  /** Tokens of the prompt. @throws AppError `context_length_exceeded` */
  countPrompt({ messages }: ProviderChatRequest): number {
    const { tokens } = buildPrompt(this.model, this.template, messages, this.capacity);
    if (tokens.length > this.capacity) throw contextLengthExceeded(this.capacity, tokens.length, undefined);
    return tokens.length;
  }

  /** Frees the memory. Nothing may be under way. */
  async dispose(): Promise<void> {
    await this.context.dispose();
    await this.model.dispose();
  }

  /** Tokens that the answer may have. @throws AppError `context_length_exceeded` */
  private roomFor({ tokens }: Prompt, maxTokens: number | undefined): number {
    const left = this.capacity - tokens.length;
    if (left < (maxTokens ?? 1)) throw contextLengthExceeded(this.capacity, tokens.length, maxTokens);
    return maxTokens ?? left;
  }

  private async run(
    slot: Slot,
    prompt: Prompt,
    room: number,
    request: ProviderChatRequest,
    signal: AbortSignal,
    queue: EventQueue<ProviderEvent>,
  ): Promise<void> {
    const answer = new Answer(this.model, prompt, request.stop ?? [], room);
    const say = (text: string) => {
      if (text !== '') queue.events.push({ type: 'delta', index: 0, text });
      queue.notify();
    };
    const sampling = {
      temperature: request.temperature ?? SAMPLING_DEFAULTS.temperature,
      topP: request.topP ?? SAMPLING_DEFAULTS.topP,
    };
    let usable = false;
    try {
      for await (const token of generate(slot.sequence, prompt.tokens, sampling, signal)) {
        say(answer.push(token));
        if (answer.finishReason !== null) break;
      }
      usable = true;
      if (signal.aborted) return;
      if (answer.finishReason === null) say(answer.end());
      const usage = { promptTokens: prompt.tokens.length, completionTokens: answer.completionTokens };
      finish(queue, answer.finishReason ?? 'stop', usage);
    } catch (error) {
      throw error instanceof AppError ? error : engineFailed('it broke off the answer', error);
    } finally {
      await this.giveBack(slot, usable ? request.sessionId : null);
    }
  }

  /** @param sessionId null after a failure: the cache may be anything, so it is emptied. */
  private async giveBack(slot: Slot, sessionId: string | null): Promise<void> {
    try {
      if (sessionId === null) await slot.sequence.clearHistory();
    } finally {
      this.slots.release(slot, sessionId);
    }
  }
}

function finish(queue: EventQueue<ProviderEvent>, finishReason: ProviderFinishReason, usage: ProviderUsage): void {
  queue.events.push({ type: 'usage', usage }, { type: 'finish', index: 0, finishReason });
  queue.end();
}
