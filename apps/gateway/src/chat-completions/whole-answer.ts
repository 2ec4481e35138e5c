import { type ChatChunk, type ChatRequest, ThinkingBlocks, type TokenLogProb } from '@earshot/contracts-inference';
import type { ChatResponse } from '@earshot/dto-inference';
import type { FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';
import { follow } from '../http/follow.js';
import type { AnswerFormat, CompleteAnswer } from './answer-format.js';
import { moreOf, type CompleteChoice, type MessageMore } from './answer-shape.js';
import { FunctionCalls } from './function-calls.js';

/**
 * Sends an answer as one JSON body. Rejects with its error before anything is sent; resolves once it is sent or the
 * client disconnected.
 */
export async function sendWhole(
  reply: FastifyReply,
  request: ChatRequest,
  format: AnswerFormat,
  chunks: Observable<ChatChunk[]>,
): Promise<void> {
  const answer = new WholeAnswer(request);
  if (!(await follow(reply, chunks, (batch) => answer.add(batch)))) return;
  const body = JSON.stringify(format.body(request, answer.complete()));
  void reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

/** Returns the answer that chunks make. @throws Error if the worker never sent the model or the usage. */
export function collected(request: ChatRequest, chunks: readonly ChatChunk[]): CompleteAnswer {
  const answer = new WholeAnswer(request);
  answer.add(chunks);
  return answer.complete();
}

interface Choice {
  text: string;
  more: MessageMore;
  readonly blocks: ThinkingBlocks;
  readonly calls: FunctionCalls;
  readonly logprobs: TokenLogProb[];
  finish_reason: CompleteChoice['finish_reason'];
}

/** Collects the chunks of an answer that is sent whole. */
class WholeAnswer {
  readonly #choices: Choice[];
  #model: string | undefined;
  #usage: ChatResponse['usage'] | undefined;
  #servedBy: ChatChunk['served_by'];

  constructor(private readonly request: ChatRequest) {
    this.#choices = request.completion_ids.map(() => ({
      text: '',
      more: {},
      blocks: new ThinkingBlocks(),
      calls: new FunctionCalls(),
      logprobs: [],
      finish_reason: null,
    }));
  }

  add(chunks: readonly ChatChunk[]): void {
    for (const { model, served_by, choices, usage } of chunks) {
      this.#model ??= model;
      this.#servedBy ??= served_by;
      this.#usage = usage ?? this.#usage;
      for (const piece of choices) {
        const { index, text, tool_calls, logprobs, finish_reason } = piece;
        const choice = this.#choices[index];
        if (choice === undefined) throw new Error(`The answer has the unrequested choice ${index}.`);
        choice.text += text;
        choice.more = joined(choice.more, moreOf(piece, choice.blocks));
        if (logprobs !== undefined) choice.logprobs.push(...logprobs);
        if (tool_calls !== undefined) choice.calls.add(tool_calls);
        choice.finish_reason = finish_reason ?? choice.finish_reason;
      }
    }
  }

  /** Returns the answer once all chunks are added. @throws Error if the worker never sent the model or the usage. */
  complete(): CompleteAnswer {
    const [model, usage] = [this.#model, this.#usage];
    if (model === undefined || usage === undefined) throw new Error('The answer ended without its model or its usage.');
    const choices = this.#choices.map(({ text, more, calls, logprobs, finish_reason }, index) => {
      const completion_id = this.request.completion_ids[index] as string;
      const parts = { text, more, ...calls.field, ...(logprobs.length > 0 && { logprobs }) };
      return { ...parts, finish_reason, index, completion_id, model };
    });
    return { model, servedBy: this.#servedBy, choices, usage };
  }
}

/** Joins the further fields of a message with those of its next part. */
function joined(before: MessageMore, next: MessageMore): MessageMore {
  const text = (name: 'reasoning_content' | 'refusal') =>
    next[name] === undefined ? undefined : { [name]: (before[name] ?? '') + next[name] };
  const list = (name: 'thinking_blocks' | 'annotations') =>
    next[name] === undefined ? undefined : { [name]: [...(before[name] ?? []), ...next[name]] };
  const texts = { ...text('reasoning_content'), ...text('refusal') };
  return { ...before, ...texts, ...list('thinking_blocks'), ...list('annotations') };
}
