import { type ChatChunk, type ChatRequest, ThinkingBlocks } from '@earshot/contracts-inference';
import type { ResponseObject, ResponseOutputItem } from '@earshot/dto-inference';
import type { WireError } from '@earshot/errors';
import type { AnswerEvents } from '../chat-completions/answer-format.js';
import type { OutputOptions } from './output-items.js';
import {
  begunResponse,
  completionIdOf,
  endedResponse,
  type FinishReason,
  itemStatus,
  type RepeatedFields,
} from './response-object.js';
import { StreamedCall, StreamedMessage, StreamedReasoning } from './streamed-items.js';

type Piece = ChatChunk['choices'][number];
type Call = NonNullable<Piece['tool_calls']>[number];

/** Serializes an answer as the events of a response (https://platform.openai.com/docs/api-reference/responses-streaming). */
export class ResponseEvents implements AnswerEvents {
  readonly #id: string;
  #events = '';
  #sequence = 0;
  #begun: ResponseObject | undefined;
  readonly #output: ResponseOutputItem[] = [];
  /** Items that are not complete, in order; several only of calls. */
  #open: (StreamedReasoning | StreamedMessage | StreamedCall)[] = [];
  readonly #calls = new Map<number, StreamedCall>();
  readonly #blocks = new ThinkingBlocks();
  /** Items so far by kind: later ones of a kind get a number. */
  readonly #counts = { rs: 0, msg: 0 };
  #reason: FinishReason = null;
  #usage: ChatChunk['usage'];
  #servedBy: ChatChunk['served_by'];

  constructor(
    private readonly request: ChatRequest,
    private readonly repeated: RepeatedFields,
    private readonly options: OutputOptions,
  ) {
    this.#id = completionIdOf(request);
  }

  of(chunks: readonly ChatChunk[]): string {
    for (const { model, choices, usage, served_by } of chunks) {
      if (this.#begun === undefined) this.#begin(model);
      this.#usage ??= usage;
      this.#servedBy ??= served_by;
      for (const piece of choices) this.#take(piece);
    }
    return this.#flush();
  }

  end(): string {
    const [begun, usage] = [this.#begun, this.#usage];
    if (begun === undefined || usage === undefined) throw new Error('The answer ended without its model or its usage.');
    if (this.#output.length + this.#open.length === 0) this.#message();
    this.#close(itemStatus(this.#reason));
    const ended = endedResponse(begun, this.#output, this.#reason, usage);
    const { service_tier } = this.#servedBy ?? {};
    this.#emit(`response.${ended.status}`, { response: { ...ended, ...(service_tier && { service_tier }) } });
    return this.#flush();
  }

  failed({ code, message, param }: WireError): string {
    this.#events = '';
    this.#emit('error', { code, message, param: param ?? null });
    // Before the first chunk no model is known.
    const begun = this.#begun ?? begunResponse(this.request, this.repeated, '');
    this.#emit('response.failed', {
      response: { ...begun, status: 'failed', error: { code, message }, output: this.#output },
    });
    return this.#flush();
  }

  #begin(model: string | undefined): void {
    if (model === undefined) throw new Error('The answer began without its model.');
    this.#begun = begunResponse(this.request, this.repeated, model);
    this.#emit('response.created', { response: this.#begun });
    this.#emit('response.in_progress', { response: this.#begun });
  }

  #take({
    text,
    reasoning = '',
    reasoning_blocks = [],
    refusal,
    annotations,
    logprobs,
    tool_calls,
    ...end
  }: Piece): void {
    if (reasoning !== '' || reasoning_blocks.length > 0) this.#reasoning().add(reasoning, reasoning_blocks);
    if (text !== '') this.#message().addText(text, logprobs);
    if (refusal !== undefined) this.#message().addRefusal(refusal);
    if (annotations !== undefined) this.#message().addAnnotations(annotations);
    for (const call of tool_calls ?? []) this.#call(call).add(call.arguments);
    this.#reason = end.finish_reason ?? this.#reason;
  }

  #reasoning(): StreamedReasoning {
    const [last] = this.#open;
    if (last instanceof StreamedReasoning) return last;
    return this.#add((index) => {
      const id = this.#itemId('rs');
      return new StreamedReasoning(id, index, this.#emit, this.options, this.#blocks);
    });
  }

  #message(): StreamedMessage {
    const [last] = this.#open;
    if (last instanceof StreamedMessage) return last;
    return this.#add((index) => new StreamedMessage(this.#itemId('msg'), index, this.#emit));
  }

  #call({ index: number, id: callId = '', name = '' }: Call): StreamedCall {
    const begun = this.#calls.get(number);
    if (begun !== undefined) return begun;
    const isAfterCalls = this.#open.every((item) => item instanceof StreamedCall);
    const call = { id: `${this.#id}_${number}`, callId, name };
    const added = this.#add((index) => new StreamedCall(call, index, this.#emit, this.options), isAfterCalls);
    this.#calls.set(number, added);
    return added;
  }

  /** Adds an item, after the end of those that are open unless they stay so. */
  #add<Item extends StreamedReasoning | StreamedMessage | StreamedCall>(
    create: (outputIndex: number) => Item,
    keepsOpen = false,
  ): Item {
    if (!keepsOpen) this.#close('completed');
    const item = create(this.#output.length + this.#open.length);
    this.#open.push(item);
    return item;
  }

  #close(status: 'completed' | 'incomplete'): void {
    for (const item of this.#open) this.#output.push(item.end(status));
    this.#open = [];
  }

  #itemId(kind: 'rs' | 'msg'): string {
    const number = this.#counts[kind]++;
    return number === 0 ? `${kind}_${this.#id}` : `${kind}_${this.#id}_${number}`;
  }

  readonly #emit = (type: string, fields: object): void => {
    const event = { type, sequence_number: this.#sequence++, ...fields };
    this.#events += `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`;
  };

  #flush(): string {
    const events = this.#events;
    this.#events = '';
    return events;
  }
}
