import { type ChatChunk, type ChatRequest, ThinkingBlocks } from '@earshot/contracts-inference';
import type { WireError } from '@earshot/errors';
import { errorBody } from '@earshot/service-kit';
import type { AnswerEvents, AnswerFormat } from './answer-format.js';
import { logprobsField, moreOf, type AnswerShape } from './answer-shape.js';
import { toDeltas } from './function-calls.js';

/** Last event of a complete stream. */
const done = 'data: [DONE]\n\n';

/**
 * Serializes chunks as events of a chat or text completion. Written by hand because it runs for every token: all but
 * the text is the same in each event and serialized once.
 */
class ChatEvents implements AnswerEvents {
  #choices: (ReturnType<AnswerShape['event']> & { readonly blocks: ThinkingBlocks })[] = [];
  /** Indexes of the choices that have had an event. */
  readonly #begun = new Set<number>();
  #head: string | undefined;
  #usage: ChatChunk['usage'];

  constructor(
    private readonly request: ChatRequest,
    private readonly shape: AnswerShape,
    private readonly includeUsage: boolean,
  ) {}

  /**
   * Returns one event per piece of a choice, because clients read only the first choice of an event. The first chunk
   * names the model.
   */
  of(chunks: readonly ChatChunk[]): string {
    let events = '';
    for (const chunk of chunks) {
      this.#head ??= this.#begin(chunk);
      if (chunk.usage !== undefined) this.#usage = chunk.usage;
      for (const choice of chunk.choices) events += `${this.#head}${this.#choice(choice)}]}\n\n`;
    }
    return events;
  }

  /** Returns the events after the last chunk. @throws Error if the worker never sent the model or the usage. */
  end(): string {
    if (this.#head === undefined || this.#usage === undefined) {
      throw new Error('The answer ended without its model or its usage.');
    }
    return this.includeUsage ? `${this.#head}],"usage":${JSON.stringify(this.#usage)}}\n\n${done}` : done;
  }

  failed(error: WireError): string {
    return `data: ${JSON.stringify(errorBody(error))}\n\n`;
  }

  #begin({ model, served_by }: ChatChunk): string {
    if (model === undefined) throw new Error('The answer began without its model.');
    this.#choices = this.request.completion_ids.map((completion_id, index) => ({
      ...this.shape.event({ index, completion_id, model }),
      blocks: new ThinkingBlocks(),
    }));
    const head = { ...this.shape.head(this.request), object: this.shape.objects.event, model, ...served_by };
    return `data: ${JSON.stringify(head).slice(0, -1)},"choices":[`;
  }

  #choice(piece: ChatChunk['choices'][number]): string {
    const { index, text, tool_calls, logprobs, finish_reason } = piece;
    const choice = this.#choices[index];
    if (choice === undefined) throw new Error(`The answer has the unrequested choice ${index}.`);
    const reason = finish_reason === undefined ? 'null' : `"${finish_reason}"`;
    const content =
      tool_calls === undefined
        ? JSON.stringify(text)
        : `${JSON.stringify(text || null)},"tool_calls":${JSON.stringify(toDeltas(tool_calls))}`;
    const { beforeText, afterText } = this.#begun.has(index) ? choice.next : choice.first;
    this.#begun.add(index);
    return `${beforeText}${content}${fields(moreOf(piece, choice.blocks))}${afterText}${reason}${fields(logprobsField(logprobs))}}`;
  }
}

/** Returns the format of a chat or text completion of this shape. */
export function completionFormat(shape: AnswerShape): AnswerFormat {
  return {
    events: (request, { includeUsage }) => new ChatEvents(request, shape, includeUsage),
    body: (request, { model, servedBy, choices, usage }) => ({
      ...shape.head(request),
      object: shape.objects.whole,
      model,
      ...servedBy,
      choices: choices.map((choice) => shape.whole(choice)),
      usage,
    }),
  };
}

/** The JSON of fields that follow others in an object. */
function fields(object: object | undefined): string {
  const json = object === undefined ? '' : JSON.stringify(object).slice(1, -1);
  return json === '' ? '' : `,${json}`;
}
