import type { ChatChunk, ChatRequest } from '@earshot/contracts-inference';
import type { ChatResponse } from '@earshot/dto-inference';
import { answerHead } from './answer-head.js';
import type { AnswerShape, EndedChoice } from './answer-shape.js';
import { FunctionCalls } from './function-calls.js';

interface Choice {
  text: string;
  readonly calls: FunctionCalls;
  finish_reason: EndedChoice['finish_reason'];
}

/** Gathers the pieces of an answer that is sent whole. */
export class WholeAnswer {
  readonly #request: ChatRequest;
  readonly #shape: AnswerShape;
  readonly #choices: Choice[];
  #model: string | undefined;
  #usage: ChatResponse['usage'] | undefined;

  constructor(request: ChatRequest, shape: AnswerShape) {
    this.#request = request;
    this.#shape = shape;
    this.#choices = request.completion_ids.map(() => ({ text: '', calls: new FunctionCalls(), finish_reason: null }));
  }

  add(chunks: readonly ChatChunk[]): void {
    for (const { model, choices, usage } of chunks) {
      this.#model ??= model;
      this.#usage = usage ?? this.#usage;
      for (const { index, text, tool_calls, finish_reason } of choices) {
        const choice = this.#choices[index];
        if (choice === undefined) throw new Error(`The answer has a choice ${index} that was not asked for.`);
        choice.text += text;
        if (tool_calls !== undefined) choice.calls.add(tool_calls);
        choice.finish_reason = finish_reason ?? choice.finish_reason;
      }
    }
  }

  /** The answer, once all of it is there. Throws where something of it never came: a fault of the worker. */
  body(): object {
    const [model, usage] = [this.#model, this.#usage];
    if (model === undefined || usage === undefined) throw new Error('The answer ended without its model or its usage.');
    const choices = this.#choices.map(({ text, calls, finish_reason }, index) => {
      const completion_id = this.#request.completion_ids[index] as string;
      return this.#shape.whole({ text, ...calls.field, finish_reason, index, completion_id, model });
    });
    return { ...answerHead(this.#request), object: this.#shape.objects.whole, model, choices, usage };
  }
}
