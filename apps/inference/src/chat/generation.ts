import type { CallContext } from '@earshot/contracts-core';
import type { ChatChunk } from '@earshot/contracts-inference';
import type { InteractionRecorded, InteractionStarted } from '@earshot/contracts-interactions';
import type { ProviderFinishReason, ProviderUsage } from '../providers/model-provider.js';
import type { AnswerBudget } from './answer-budget.js';
import { Announcement } from './announcement.js';
import { asError, interrupted, isQueueFull, notRecorded, ttftExceeded } from './chat.errors.js';
import { chatOutcome, type ChatOutcome } from './chat-outcome.js';
import { type ChatTask, isRecorded } from './chat-task.js';
import { Choice, lengthOf, type Piece } from './choice.js';
import type { FirstTokenDeadline } from './first-token-deadline.js';
import { toRecorded, toStarted } from './interaction.mapper.js';
import type { AnswerEvent } from './tools/tool-round.js';
import { CalledTools } from './tools/called-tools.js';

/** Most text of one chunk, in UTF-16 units: with six bytes for each, still less than a record of the lanes. */
const maxChunkLength = 32_768;

/** Most that the calls of the caller's own functions of one choice have together, in UTF-16 units: far more than models write on purpose. */
const maxCallsLength = 16_384;

/** What a provider answers; `task`, where it is there, says from the first events on which model does. */
export type Answer = AsyncIterable<AnswerEvent[]> & { readonly task?: ChatTask };

/** What a generation needs of its surroundings. */
export interface GenerationContext {
  readonly call: CallContext;
  /** At the request, from 1. */
  readonly attempt: number;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** undefined where the first token may take its time. */
  readonly deadline?: FirstTokenDeadline;
  readonly budget: AnswerBudget;
  readonly recorder: {
    started(event: InteractionStarted, call: CallContext): Promise<void>;
    recorded(event: InteractionRecorded, call: CallContext): Promise<void>;
  };
  /** While the caller can take no more: resolves when it can, or has left. undefined: it can. */
  readonly held?: () => Promise<void> | undefined;
  /** Takes the pieces of the answer. */
  readonly emit: (chunk: ChatChunk) => void;
}

/**
 * One answer, from the provider to its caller and onto the record: no text leaves before the log has its announcement, and the end of the
 * last choice does not leave before the log has all of it.
 */
export class Generation {
  readonly #startedAt = performance.now();
  #identity: InteractionStarted;
  #task: ChatTask;
  readonly #queueMs: number;
  readonly #choices: Choice[];
  /** Choices that have not ended. */
  #open: number;
  /** Whether a choice was ended here, while the provider may go on with it. */
  #cut = false;
  /** Whether anything has come of the answer that may be said. */
  #news = false;
  #announcement: Announcement | undefined;
  #saidAnything = false;
  #firstTokenMs: number | null = null;
  #usage: ProviderUsage | undefined;
  readonly #calledTools = new CalledTools();

  constructor(
    task: ChatTask,
    private readonly context: GenerationContext,
  ) {
    this.#task = task;
    this.#identity = toStarted(task);
    this.#queueMs = Math.max(0, Date.now() - task.request.received_at_ms);
    this.#choices = task.request.completion_ids.map((_, index) => new Choice(index));
    this.#open = this.#choices.length;
  }

  /**
   * Says, piece by piece, what the provider answers, and puts it on record; not so `queue_full` where nothing has begun.
   *
   * @param settled told how it ended, once that is on record.
   * @throws what the provider throws; AppError `ttft_exceeded`; `service_unavailable` when it can't be recorded or nobody waits for it any
   * more.
   */
  async run(answer: Answer, settled: (outcome: ChatOutcome, task: ChatTask) => void): Promise<void> {
    const thrown = await this.#receive(answer).then(() => undefined, asError);
    const failure = this.context.deadline?.isMissed ? ttftExceeded() : thrown;
    // Nothing came of it here; its caller asks another process with the same ids, whose record is the only one.
    const begun = this.#news || this.#saidAnything || this.#announcement !== undefined;
    if (failure && isQueueFull(failure) && !begun) throw failure;
    const outcome = this.#outcome(failure);
    await this.#record(outcome);
    settled(outcome, this.#task);
    if (outcome.finishReason === 'cancelled') throw interrupted();
    // As it is, it would have another process make and record the same answer once more.
    if (failure) throw isQueueFull(failure) ? interrupted() : failure;
    this.#say(outcome.usage);
  }

  /**
   * The provider works on it: the log is told that an answer is on its way. Not sooner, for what is refused then is never on record; and not
   * with the first text, which would have to wait for that.
   */
  taken(): void {
    if (this.#announcement === undefined) this.#announce();
  }

  #announce(): void {
    const { request } = this.#task;
    if (!request.stream || !isRecorded(request)) return;
    const { recorder, call } = this.context;
    this.#announcement = new Announcement(recorder.started(this.#identity, call));
  }

  /** The log is told again when a model answers that was not announced; what it is told last holds. */
  #answeredBy(task: ChatTask): void {
    this.#task = task;
    this.#identity = { ...this.#identity, model_id: task.target.model.id, model: task.target.name };
    const before = this.#announcement;
    if (before === undefined) return;
    this.#announce();
    const after = this.#announcement;
    if (after) {
      const both = Promise.all([before.acknowledged(), after.acknowledged()]);
      this.#announcement = new Announcement(both.then(() => undefined));
    }
  }

  async #receive(answer: Answer): Promise<void> {
    for await (const events of answer) {
      if (this.context.deadline?.isMissed) return;
      if (answer.task !== undefined && answer.task !== this.#task) this.#answeredBy(answer.task);
      for (const event of events) this.#take(event);
      // What came together with the end leaves with it.
      if (this.#open === 0 && this.#cut) return;
      if (this.#open === 0 || !this.#news || !this.#task.request.stream) continue;
      this.taken();
      if (this.#announcement?.isPending) await this.#announcement.acknowledged();
      this.#say();
      // Not asked for more, the provider pauses its server.
      const held = this.context.held?.();
      if (held !== undefined) await held;
    }
    if (this.#open > 0 && !this.context.signal.aborted)
      throw new Error('The provider ended an answer without saying how.');
  }

  #take(event: AnswerEvent): void {
    if (event.type === 'usage') {
      this.#usage = event.usage;
      return;
    }
    if (event.type === 'tool_called') return this.#calledTools.add(event.called);
    const choice = this.#choices[event.index];
    if (choice === undefined) throw new Error(`The provider made a choice ${event.index} that it was not asked for.`);
    this.#begin(event.type);
    // What the provider still makes of a choice that was ended here is nobody's.
    if (choice.finishReason !== undefined) return;
    if (event.type === 'finish') return this.#finish(choice, event.finishReason);
    if (event.type === 'tools_begin') return this.#toolsBegin(choice);
    if (event.type === 'tool_call') {
      if (choice.addCall(event) > maxCallsLength) this.#cutOff(choice);
      return;
    }
    const admitted = this.context.budget.admit(event.text, this.#choices);
    choice.add(admitted);
    if (admitted.length === event.text.length) return;
    this.#cutOff(choice);
  }

  #cutOff(choice: Choice): void {
    this.#cut = true;
    this.#finish(choice, 'length');
  }

  /** A tool may have effects: what has begun, as its caller sees it, is never begun anew elsewhere. */
  #toolsBegin(choice: Choice): void {
    if (this.#task.request.stream) choice.begin();
    else if (!this.#saidAnything) this.#emit([]);
  }

  #begin(type: AnswerEvent['type']): void {
    this.#news = true;
    if (type !== 'finish') this.#firstTokenMs ??= this.#elapsedMs();
    const { deadline } = this.context;
    if (deadline === undefined || this.#saidAnything) return;
    deadline.meet();
    // Its caller has a clock as well, and sees nothing of an answer that comes whole.
    if (!this.#task.request.stream) this.#emit([]);
  }

  #finish(choice: Choice, reason: ProviderFinishReason): void {
    choice.finishReason = reason;
    this.#open -= 1;
  }

  /** Says all that has not been said; with the usage, it is the end. */
  #say(usage?: ChatChunk['usage']): void {
    let pieces: Piece[] = [];
    let room = maxChunkLength;
    for (const choice of this.#choices) {
      while (choice.hasNews) {
        if (room < 2) {
          this.#emit(pieces);
          pieces = [];
          room = maxChunkLength;
        }
        const piece = choice.next(room);
        pieces.push(piece);
        room -= lengthOf(piece);
      }
    }
    this.#emit(pieces, usage);
    this.#news = false;
  }

  #emit(choices: Piece[], usage?: ChatChunk['usage']): void {
    const model = this.#saidAnything ? undefined : { model: this.#identity.model };
    this.context.emit({ ...model, choices, ...(usage && { usage }) });
    this.#saidAnything = true;
  }

  #outcome(failure: Error | undefined): ChatOutcome {
    const missed = this.context.deadline?.isMissed === true;
    const cancelled = this.#open > 0 && this.context.signal.aborted && !missed;
    return chatOutcome({
      choices: this.#choices,
      calledTools: this.#calledTools.list,
      usage: this.#usage,
      timings: { queue_ms: this.#queueMs, first_token_ms: this.#firstTokenMs, total_ms: this.#elapsedMs() },
      ended: { failure, cancelled, missed },
    });
  }

  async #record(outcome: ChatOutcome): Promise<void> {
    if (!isRecorded(this.#task.request)) return;
    const { recorder, call, attempt } = this.context;
    try {
      const recorded = recorder.recorded(toRecorded(this.#task, this.#identity, outcome, attempt), call);
      await Promise.all([this.#announcement?.acknowledged(), recorded]);
    } catch (error) {
      throw notRecorded(error);
    }
  }

  /** In ms, to the microsecond. */
  #elapsedMs(): number {
    return Math.round((performance.now() - this.#startedAt) * 1000) / 1000;
  }
}
