import type { CallContext } from '@earshot/contracts-core';
import type { ChatChunk } from '@earshot/contracts-inference';
import type { InteractionRecorded, InteractionStarted } from '@earshot/contracts-interactions';
import type { ProviderFinishReason, ProviderUsage, ServedBy } from '../providers/model-provider.js';
import { AnswerBudget } from './answer-budget.js';
import type { ChatContext } from './chat.service.js';
import { StartedEvent } from './started-event.js';
import { asError, interrupted, isQueueFull, notRecorded, ttftExceeded } from './chat.errors.js';
import { type ChatTask, isRecorded } from './chat-task.js';
import { Choice, lengthOf, type Piece } from './choice.js';
import type { FirstTokenDeadline } from './first-token-deadline.js';
import { type ChatOutcome, toOutcome, toRecorded, toStarted } from './interaction.mapper.js';
import type { AnswerEvent } from './tools/tool-round.js';
import { CalledTools } from './tools/called-tools.js';

/** Most text of one chunk, in UTF-16 units: with six bytes for each, still less than a record of the lanes. */
const maxChunkLength = 32_768;

/** Limit of the log probabilities of all choices, in UTF-16 units of JSON: they are held until they are sent. */
const maxLogprobsLength = 8 * 1_048_576;

type ChoiceEvent = Extract<AnswerEvent, { index: number }>;
type ChoiceOutput = Exclude<ChoiceEvent, { type: 'finish' | 'tools_begin' }>;

/** The events of a provider; `task` names the model that answers, from the first events on. */
export type Answer = AsyncIterable<AnswerEvent[]> & { readonly task?: ChatTask };

/** Dependencies of a generation. */
export interface GenerationContext extends Pick<ChatContext, 'call' | 'attempt' | 'signal'> {
  /** undefined where the first token may take its time. */
  readonly deadline?: FirstTokenDeadline;
  readonly recorder: {
    started(event: InteractionStarted, call: CallContext): Promise<void>;
    recorded(event: InteractionRecorded, call: CallContext): Promise<void>;
  };
  /** Backpressure: resolves when the caller can take more, or has left; undefined when it can. */
  readonly paused?: () => Promise<void> | undefined;
  readonly emit: (chunk: ChatChunk) => void;
}

/** Runs an answer: text leaves once Kafka has the start, the end of the last choice once Kafka has the record. */
export class Generation {
  readonly #startedAt = performance.now();
  #identity: InteractionStarted;
  #task: ChatTask;
  readonly #queueMs: number;
  readonly #choices: Choice[];
  #open: number;
  /** Whether a choice was ended here, while the provider may go on with it. */
  #cut = false;
  /** Whether there is output that was not emitted yet. */
  #hasOutput = false;
  #startedEvent: StartedEvent | undefined;
  #emittedAny = false;
  #firstTokenMs: number | null = null;
  #usage: ProviderUsage | undefined;
  readonly #calledTools = new CalledTools();
  readonly #budget = new AnswerBudget();
  #logprobsLength = 0;
  #servedBy: ServedBy | undefined;

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
   * Emits the provider's answer and records it, except a `queue_full` before any output.
   * @throws the provider's errors; AppError `ttft_exceeded`; `service_unavailable`: not recorded, or the caller left.
   */
  async run(answer: Answer, onAnswered: (outcome: ChatOutcome, task: ChatTask) => void): Promise<void> {
    const thrown = await this.#receive(answer).then(() => undefined, asError);
    const failure = this.context.deadline?.isMissed ? ttftExceeded() : thrown;
    // The caller retries in another process with the same ids, and only that one records.
    const hasStarted = this.#hasOutput || this.#emittedAny || this.#startedEvent !== undefined;
    if (failure && isQueueFull(failure) && !hasStarted) throw failure;
    const outcome = this.#outcome(failure);
    await this.#record(outcome);
    onAnswered(outcome, this.#task);
    if (outcome.finishReason === 'cancelled') throw interrupted();
    // A `queue_full` would make another process generate and record the answer again.
    if (failure) throw isQueueFull(failure) ? interrupted() : failure;
    this.#emitPending(outcome.usage);
  }

  /** Publishes the start once the provider has accepted the request: rejected ones are never recorded. */
  taken(): void {
    if (this.#startedEvent === undefined) this.#publishStarted();
  }

  #publishStarted(): void {
    const { request } = this.#task;
    if (!request.stream || !isRecorded(request)) return;
    const { recorder, call } = this.context;
    this.#startedEvent = new StartedEvent(recorder.started(this.#identity, call));
  }

  /** Publishes the start again when a fallback answers: readers keep the model of the latest one. */
  #setModel(task: ChatTask): void {
    this.#task = task;
    this.#identity = { ...this.#identity, model_id: task.target.model.id, model: task.target.name };
    const before = this.#startedEvent;
    if (before === undefined) return;
    this.#publishStarted();
    const after = this.#startedEvent;
    if (after) {
      const both = Promise.all([before.acknowledged(), after.acknowledged()]);
      this.#startedEvent = new StartedEvent(both.then(() => undefined));
    }
  }

  async #receive(answer: Answer): Promise<void> {
    for await (const events of answer) {
      if (this.context.deadline?.isMissed) return;
      if (answer.task !== undefined && answer.task !== this.#task) this.#setModel(answer.task);
      for (const event of events) this.#take(event);
      // Output that came with the end is emitted with it.
      if (this.#open === 0 && this.#cut) return;
      if (this.#open === 0 || !this.#hasOutput || !this.#task.request.stream) continue;
      this.taken();
      if (this.#startedEvent?.isPending) await this.#startedEvent.acknowledged();
      this.#emitPending();
      // Backpressure: not asked for more, the provider pauses its server.
      const paused = this.context.paused?.();
      if (paused !== undefined) await paused;
    }
    if (this.#open > 0 && !this.context.signal.aborted)
      throw new Error('The provider ended an answer without a finish reason.');
  }

  #take(event: AnswerEvent): void {
    if (event.type === 'usage') this.#usage = event.usage;
    else if (event.type === 'served_by') this.#servedBy = event.servedBy;
    else if (event.type === 'tool_called') this.#calledTools.add(event.called);
    else this.#takeOfChoice(event);
  }

  #takeOfChoice(event: ChoiceEvent): void {
    const choice = this.#choices[event.index];
    if (choice === undefined) throw new Error(`The provider sent the unrequested choice ${event.index}.`);
    this.#begin(event.type);
    // Ignores further output of a choice that was cut off.
    if (choice.finishReason !== undefined) return;
    if (event.type === 'finish') return this.#finish(choice, event.finishReason);
    if (event.type === 'tools_begin') return this.#startTools(choice);
    if (!this.#add(choice, event)) this.#cutOff(choice);
  }

  /** Adds output to a choice. @returns false if a limit is exceeded */
  #add(choice: Choice, event: ChoiceOutput): boolean {
    if (event.type === 'tool_call') return choice.addCall(event);
    if (event.type === 'reasoning_block') return choice.addReasoningBlock(event.block);
    if (event.type === 'annotations') return choice.addAnnotations(event.annotations);
    const admitted = this.#budget.admit(event.text, this.#choices);
    choice.add(admitted, event.type === 'delta' ? 'text' : event.type);
    if (event.type === 'delta' && event.logprobs) this.#logprobsLength += choice.addLogprobs(event.logprobs);
    return admitted.length === event.text.length && this.#logprobsLength <= maxLogprobsLength;
  }

  #cutOff(choice: Choice): void {
    this.#cut = true;
    this.#finish(choice, 'length');
  }

  /** A tool may have effects, so an answer that its caller has seen is never restarted with a fallback. */
  #startTools(choice: Choice): void {
    if (this.#task.request.stream) choice.begin();
    else if (!this.#emittedAny) this.#emit([]);
  }

  #begin(type: AnswerEvent['type']): void {
    this.#hasOutput = true;
    if (type !== 'finish') this.#firstTokenMs ??= this.#elapsedMs();
    const { deadline } = this.context;
    if (deadline === undefined || this.#emittedAny) return;
    deadline.meet();
    // The caller's own timer must see that a whole answer has started.
    if (!this.#task.request.stream) this.#emit([]);
  }

  #finish(choice: Choice, reason: ProviderFinishReason): void {
    choice.finishReason = reason;
    this.#open -= 1;
  }

  /** Emits all pending output. @param usage only at the end of the answer. */
  #emitPending(usage?: ChatChunk['usage']): void {
    let pieces: Piece[] = [];
    let room = maxChunkLength;
    for (const choice of this.#choices) {
      while (choice.hasPending) {
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
    this.#hasOutput = false;
  }

  #emit(choices: Piece[], usage?: ChatChunk['usage']): void {
    const { dropped } = this.#task;
    const first = this.#emittedAny
      ? undefined
      : { model: this.#identity.model, ...(dropped.length > 0 && { dropped_params: [...dropped] }) };
    const servedBy = this.#servedBy && { served_by: this.#servedBy };
    this.#servedBy = undefined;
    this.context.emit({ ...first, ...servedBy, choices, ...(usage && { usage }) });
    this.#emittedAny = true;
  }

  #outcome(failure: Error | undefined): ChatOutcome {
    const missed = this.context.deadline?.isMissed === true;
    const cancelled = this.#open > 0 && this.context.signal.aborted && !missed;
    const timings = { queue_ms: this.#queueMs, first_token_ms: this.#firstTokenMs, total_ms: this.#elapsedMs() };
    const ended = { choices: this.#choices, usage: this.#usage, timings, failure, cancelled, missed };
    return toOutcome(this.#identity.completion_ids, ended);
  }

  async #record(outcome: ChatOutcome): Promise<void> {
    if (!isRecorded(this.#task.request)) return;
    const { recorder, call, attempt } = this.context;
    try {
      const { list } = this.#calledTools;
      const rest = { attempt, ...(list.length > 0 && { called_tools: list }) };
      const recorded = recorder.recorded(toRecorded(this.#task, this.#identity, outcome, rest), call);
      await Promise.all([this.#startedEvent?.acknowledged(), recorded]);
    } catch (error) {
      throw notRecorded(error);
    }
  }

  /** In ms, to the microsecond. */
  #elapsedMs(): number {
    return Math.round((performance.now() - this.#startedAt) * 1000) / 1000;
  }
}
