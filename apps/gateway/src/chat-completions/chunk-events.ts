import type { ChatChunk, ChatRequest } from '@earshot/contracts-inference';
import { answerHead } from './answer-head.js';
import type { AnswerShape } from './answer-shape.js';
import { toDeltas } from './function-calls.js';

/** How a stream ends that ended well. */
const done = 'data: [DONE]\n\n';

/**
 * Writes the pieces of an answer as the events of a stream (interface, section 3). By hand, because this is done for every token: all but the
 * text is the same in each event, and is made once.
 */
export class ChunkEvents {
  readonly #request: ChatRequest;
  readonly #shape: AnswerShape;
  readonly #includeUsage: boolean;
  #choices: ReturnType<AnswerShape['event']>[] = [];
  #head: string | undefined;
  #usage: ChatChunk['usage'];

  constructor(request: ChatRequest, shape: AnswerShape, { includeUsage }: { includeUsage: boolean }) {
    this.#request = request;
    this.#shape = shape;
    this.#includeUsage = includeUsage;
  }

  /**
   * The events of chunks that came together, one for each piece of a choice: clients look at the first choice of an event alone. The first
   * chunk of all must name its model.
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

  /** The events after the last chunk. Throws where something of the answer never came: a fault of the worker. */
  end(): string {
    if (this.#head === undefined || this.#usage === undefined) {
      throw new Error('The answer ended without its model or its usage.');
    }
    return this.#includeUsage ? `${this.#head}],"usage":${JSON.stringify(this.#usage)}}\n\n${done}` : done;
  }

  #begin({ model }: ChatChunk): string {
    if (model === undefined) throw new Error('The answer began without its model.');
    this.#choices = this.#request.completion_ids.map((completion_id, index) =>
      this.#shape.event({ index, completion_id, model }),
    );
    const head = { ...answerHead(this.#request), object: this.#shape.objects.event, model };
    return `data: ${JSON.stringify(head).slice(0, -1)},"choices":[`;
  }

  #choice({ index, text, tool_calls, finish_reason }: ChatChunk['choices'][number]): string {
    const choice = this.#choices[index];
    if (choice === undefined) throw new Error(`The answer has a choice ${index} that was not asked for.`);
    const reason = finish_reason === undefined ? 'null' : `"${finish_reason}"`;
    const said =
      tool_calls === undefined
        ? JSON.stringify(text)
        : `${JSON.stringify(text || null)},"tool_calls":${JSON.stringify(toDeltas(tool_calls))}`;
    return `${choice.beforeText}${said}${choice.afterText}${reason}}`;
  }
}
