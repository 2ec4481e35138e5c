import type { ReasoningBlock, ThinkingBlocks, ThinkingBlock, TokenLogProb } from '@earshot/contracts-inference';
import type { ResponseOutputItem } from '@earshot/dto-inference';
import { callItem, customInput, messageItem, reasoningItem, type OutputOptions } from './output-items.js';

/** Writes an event of the response. */
export type Emit = (type: string, fields: object) => void;

/** An item of a streamed response, from its first event to its last. */
abstract class StreamedItem {
  constructor(
    protected readonly id: string,
    protected readonly outputIndex: number,
    private readonly emitEvent: Emit,
  ) {}

  /** Writes the events of its end. @returns the complete item */
  abstract end(status: 'completed' | 'incomplete'): ResponseOutputItem;

  protected emit(type: string, fields: object = {}): void {
    this.emitEvent(type, { item_id: this.id, output_index: this.outputIndex, ...fields });
  }

  protected added(item: ResponseOutputItem): void {
    this.emitEvent('response.output_item.added', { output_index: this.outputIndex, item });
  }

  protected done<Item extends ResponseOutputItem>(item: Item): Item {
    this.emitEvent('response.output_item.done', { output_index: this.outputIndex, item });
    return item;
  }
}

/** Reasoning, as a summary or as it is. */
export class StreamedReasoning extends StreamedItem {
  #text = '';
  #begun = false;
  readonly #ended: ThinkingBlock[] = [];

  constructor(
    id: string,
    outputIndex: number,
    emit: Emit,
    private readonly options: OutputOptions,
    private readonly blocks: ThinkingBlocks,
  ) {
    super(id, outputIndex, emit);
    this.added(reasoningItem(id, '', [], { ...options, withEncrypted: false }));
  }

  add(delta: string, ends: readonly ReasoningBlock[]): void {
    this.#ended.push(...this.blocks.add(delta, ends));
    if (delta === '') return;
    const { asSummary } = this.options;
    if (!this.#begun && asSummary) {
      this.emit('response.reasoning_summary_part.added', {
        summary_index: 0,
        part: { type: 'summary_text', text: '' },
      });
    } else if (!this.#begun) {
      this.emit('response.content_part.added', { content_index: 0, part: { type: 'reasoning_text', text: '' } });
    }
    this.#begun = true;
    this.#text += delta;
    if (asSummary) this.emit('response.reasoning_summary_text.delta', { summary_index: 0, delta });
    else this.emit('response.reasoning_text.delta', { content_index: 0, delta });
  }

  end(): ResponseOutputItem {
    const text = this.#text;
    if (this.#begun && this.options.asSummary) {
      this.emit('response.reasoning_summary_text.done', { summary_index: 0, text });
      this.emit('response.reasoning_summary_part.done', { summary_index: 0, part: { type: 'summary_text', text } });
    } else if (this.#begun) {
      this.emit('response.reasoning_text.done', { content_index: 0, text });
      this.emit('response.content_part.done', { content_index: 0, part: { type: 'reasoning_text', text } });
    }
    return this.done(reasoningItem(this.id, text, this.#ended, this.options));
  }
}

/** The message: a text, a refusal, or both. */
export class StreamedMessage extends StreamedItem {
  #text: string | undefined;
  #refusal: string | undefined;
  readonly #annotations: unknown[] = [];
  readonly #logprobs: TokenLogProb[] = [];

  constructor(id: string, outputIndex: number, emit: Emit) {
    super(id, outputIndex, emit);
    this.added({ id, type: 'message', role: 'assistant', status: 'in_progress', content: [] });
  }

  addText(delta: string, logprobs: readonly TokenLogProb[] = []): void {
    if (this.#text === undefined) {
      this.#part('added', 0, { type: 'output_text', text: '', annotations: [] });
      this.#text = '';
    }
    this.#text += delta;
    this.#logprobs.push(...logprobs);
    this.emit('response.output_text.delta', { content_index: 0, delta, logprobs });
  }

  addRefusal(delta: string): void {
    if (this.#refusal === undefined) {
      this.#refusal = '';
      this.#part('added', this.#refusalIndex, { type: 'refusal', refusal: '' });
    }
    this.#refusal += delta;
    this.emit('response.refusal.delta', { content_index: this.#refusalIndex, delta });
  }

  addAnnotations(annotations: readonly unknown[]): void {
    if (this.#text === undefined) this.addText('');
    for (const annotation of annotations) {
      const annotation_index = this.#annotations.push(annotation) - 1;
      this.emit('response.output_text.annotation.added', { content_index: 0, annotation_index, annotation });
    }
  }

  end(status: 'completed' | 'incomplete'): ResponseOutputItem {
    if (this.#text === undefined && this.#refusal === undefined) this.addText('');
    const [text, refusal, annotations] = [this.#text ?? '', this.#refusal, this.#annotations];
    const logprobs = this.#logprobs.length > 0 ? this.#logprobs : undefined;
    const item = messageItem(this.id, { status, text, refusal, annotations, logprobs });
    const parts = item.type === 'message' ? item.content : [];
    if (this.#text !== undefined) {
      this.emit('response.output_text.done', { content_index: 0, text, logprobs: this.#logprobs });
      this.#part('done', 0, parts[0]);
    }
    if (refusal !== undefined) {
      this.emit('response.refusal.done', { content_index: this.#refusalIndex, refusal });
      this.#part('done', this.#refusalIndex, parts.at(-1));
    }
    return this.done(item);
  }

  get #refusalIndex(): number {
    return this.#text === undefined ? 0 : 1;
  }

  #part(state: 'added' | 'done', content_index: number, part: unknown): void {
    this.emit(`response.content_part.${state}`, { content_index, part });
  }
}

/** A call of a function, or of a custom tool, whose input comes whole. */
export class StreamedCall extends StreamedItem {
  #arguments = '';
  readonly #isCustom: boolean;

  constructor(
    private readonly call: { readonly id: string; readonly callId: string; readonly name: string },
    outputIndex: number,
    emit: Emit,
    private readonly options: OutputOptions,
  ) {
    const begun = callItem(call.id, { ...call, arguments: '' }, options, 'in_progress');
    const item = begun.type === 'function_call' ? begun : { ...begun, input: '' };
    super(item.id, outputIndex, emit);
    this.#isCustom = item.type === 'custom_tool_call';
    this.added(item);
  }

  add(delta: string): void {
    this.#arguments += delta;
    if (!this.#isCustom && delta !== '') this.emit('response.function_call_arguments.delta', { delta });
  }

  end(status: 'completed' | 'incomplete'): ResponseOutputItem {
    const text = this.#arguments;
    if (this.#isCustom) {
      const input = customInput(text);
      this.emit('response.custom_tool_call_input.delta', { delta: input });
      this.emit('response.custom_tool_call_input.done', { input });
    } else this.emit('response.function_call_arguments.done', { name: this.call.name, arguments: text });
    return this.done(callItem(this.call.id, { ...this.call, arguments: text }, this.options, status));
  }
}
