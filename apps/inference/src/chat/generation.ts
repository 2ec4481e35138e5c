import type { CallContext } from '@earshot/contracts-core';
import type { ChatChunk } from '@earshot/contracts-inference';
import type { InteractionRecorded, InteractionStarted } from '@earshot/contracts-interactions';
import { toWireError, type AppError } from '@earshot/errors';
import type { ProviderEvent, ProviderFinishReason, ProviderUsage } from '../providers/model-provider.js';
import { interrupted, notRecorded } from './chat.errors.js';
import type { ChatTask } from './chat-task.js';
import { toRecorded, toStarted, type ChatOutcome } from './interaction.mapper.js';
import type { RecordBudget } from './record-budget.js';

/** What a generation needs of its surroundings. */
export interface GenerationContext {
  readonly call: CallContext;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  readonly budget: RecordBudget;
  readonly recorder: {
    started(event: InteractionStarted, call: CallContext): Promise<void>;
    recorded(event: InteractionRecorded, call: CallContext): Promise<void>;
  };
  /** Takes the pieces of the answer. */
  readonly emit: (chunk: ChatChunk) => void;
}

/**
 * One answer, from the provider to its caller and onto the record: no text leaves before the log has its announcement, and the end does not
 * leave before the log has all of it.
 */
export class Generation {
  readonly #startedAt = performance.now();
  readonly #identity: InteractionStarted;
  readonly #queueMs: number;
  /** Settles with the error, if any, of announcing the answer; undefined once nobody has to wait for it any more. */
  #announcement: Promise<AppError | undefined> | undefined;
  #text = '';
  #unsaid = '';
  #saidAnything = false;
  #firstTokenMs: number | null = null;
  #usage: ProviderUsage | undefined;
  #finishReason: ProviderFinishReason | undefined;

  constructor(
    private readonly task: ChatTask,
    private readonly context: GenerationContext,
  ) {
    const startedAtMs = Date.now();
    this.#identity = toStarted(task, startedAtMs);
    this.#queueMs = Math.max(0, startedAtMs - task.request.received_at_ms);
  }

  /**
   * Says, piece by piece, what the provider answers, and puts it on record.
   *
   * @param settled told how it ended, once that is on record.
   * @throws what the provider throws; AppError `service_unavailable` when it can't be recorded or nobody waits for it any more.
   */
  async run(answer: AsyncIterable<ProviderEvent[]>, settled: (outcome: ChatOutcome) => void): Promise<void> {
    this.#announce();
    const failure = await this.#receive(answer).then(
      () => undefined,
      (thrown: unknown) => asError(thrown),
    );
    const outcome = this.#outcome(failure);
    await this.#record(outcome);
    settled(outcome);
    if (outcome.finishReason === 'cancelled') throw interrupted();
    if (outcome.finishReason === 'error' && failure) throw failure;
    this.#say({ finish_reason: outcome.finishReason }, outcome.usage);
  }

  #announce(): void {
    const { request } = this.task;
    if (!request.stream || !request.store) return;
    const { recorder, call } = this.context;
    this.#announcement = recorder.started(this.#identity, call).then(
      () => undefined,
      (error: unknown) => notRecorded(error),
    );
  }

  async #announced(): Promise<void> {
    const failure = await this.#announcement;
    this.#announcement = undefined;
    if (failure !== undefined) throw failure;
  }

  async #receive(answer: AsyncIterable<ProviderEvent[]>): Promise<void> {
    for await (const events of answer) {
      for (const event of events) {
        if (event.type === 'finish') this.#finishReason = event.finishReason;
        else if (event.type === 'usage') this.#usage = event.usage;
        else if (!this.#take(event.text)) return;
      }
      // What came together with the end leaves with it.
      if (this.#finishReason || this.#unsaid === '' || !this.task.request.stream) continue;
      if (this.#announcement) await this.#announced();
      this.#say({});
    }
    if (!this.#finishReason && !this.context.signal.aborted)
      throw new Error('The provider ended an answer without saying how.');
  }

  /** @returns false when the record is full, which ends the answer here. */
  #take(text: string): boolean {
    const admitted = this.context.budget.admit(this.#text, text);
    this.#firstTokenMs ??= this.#elapsedMs();
    this.#text += admitted;
    this.#unsaid += admitted;
    if (admitted.length === text.length) return true;
    this.#finishReason = 'length';
    return false;
  }

  #say(end: Pick<ChatChunk['choices'][number], 'finish_reason'>, usage?: ChatChunk['usage']): void {
    const choices = [{ index: 0, text: this.#unsaid, ...end }];
    this.context.emit({
      ...(!this.#saidAnything && { model: this.#identity.model }),
      choices,
      ...(usage && { usage }),
    });
    this.#unsaid = '';
    this.#saidAnything = true;
  }

  #outcome(failure: Error | undefined): ChatOutcome {
    const cancelled = !this.#finishReason && this.context.signal.aborted;
    const { code, message } = toWireError(failure);
    const failed = failure !== undefined && !cancelled;
    const prompt_tokens = this.#usage?.promptTokens ?? 0;
    const completion_tokens = this.#usage?.completionTokens ?? 0;
    return {
      text: this.#text,
      finishReason: cancelled ? 'cancelled' : failed || !this.#finishReason ? 'error' : this.#finishReason,
      usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
      timings: { queue_ms: this.#queueMs, first_token_ms: this.#firstTokenMs, total_ms: this.#elapsedMs() },
      error: failed ? { code, message } : null,
    };
  }

  async #record(outcome: ChatOutcome): Promise<void> {
    if (!this.task.request.store) return;
    const { recorder, call } = this.context;
    try {
      await Promise.all([this.#announced(), recorder.recorded(toRecorded(this.task, this.#identity, outcome), call)]);
    } catch (error) {
      throw notRecorded(error);
    }
  }

  /** In ms, to the microsecond. */
  #elapsedMs(): number {
    return Math.round((performance.now() - this.#startedAt) * 1000) / 1000;
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('Something was thrown that is no error.', { cause: thrown });
}
