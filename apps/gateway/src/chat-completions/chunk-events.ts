import type { ChatChunk, ChatRequest } from '@earshot/contracts-inference';
import { answerHead } from './answer-head.js';

/** How a stream ends that ended well. */
const done = 'data: [DONE]\n\n';

/**
 * Writes the pieces of an answer as the events of a stream (interface, section 3). By hand, because this is done for every token: all but the
 * text is the same in each event, and is made once.
 */
export class ChunkEvents {
  readonly #request: ChatRequest;
  readonly #includeUsage: boolean;
  readonly #choices: string[];
  #head: string | undefined;
  #usage: ChatChunk['usage'];

  constructor(request: ChatRequest, { includeUsage }: { includeUsage: boolean }) {
    this.#request = request;
    this.#includeUsage = includeUsage;
    this.#choices = request.completion_ids.map(
      (id, index) => `{"index":${index},"delta":{"id":"${id}","role":"assistant","content":`,
    );
  }

  /**
   * The events of chunks that came together, one for each piece of a choice: clients look at the first choice of an event alone. The first
   * chunk of all must name its model.
   */
  of(chunks: readonly ChatChunk[]): string {
    let events = '';
    for (const chunk of chunks) {
      this.#head ??= this.#headOf(chunk);
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

  #headOf({ model }: ChatChunk): string {
    if (model === undefined) throw new Error('The answer began without its model.');
    const head = { ...answerHead(this.#request), object: 'chat.completion.chunk', model };
    return `data: ${JSON.stringify(head).slice(0, -1)},"choices":[`;
  }

  #choice({ index, text, finish_reason }: ChatChunk['choices'][number]): string {
    const start = this.#choices[index];
    if (start === undefined) throw new Error(`The answer has a choice ${index} that was not asked for.`);
    const id = this.#request.completion_ids[index] as string;
    const reason = finish_reason === undefined ? 'null' : `"${finish_reason}"`;
    return `${start}${JSON.stringify(text)}},"completion_id":"${id}","finish_reason":${reason}}`;
  }
}
