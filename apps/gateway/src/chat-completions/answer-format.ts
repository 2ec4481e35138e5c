import type { ChatChunk, ChatRequest } from '@earshot/contracts-inference';
import type { ChatResponse } from '@earshot/dto-inference';
import type { WireError } from '@earshot/errors';
import type { CompleteChoice } from './answer-shape.js';

/** A complete answer. */
export interface CompleteAnswer {
  /** `{project}/{model}` that answered. */
  readonly model: string;
  /** What the server says about itself; undefined for nothing. */
  readonly servedBy: ChatChunk['served_by'];
  readonly choices: readonly CompleteChoice[];
  readonly usage: ChatResponse['usage'];
}

/** Serializes the chunks of one answer as server-sent events. */
export interface AnswerEvents {
  /** Returns the events of the next chunks; '' for none. The first chunk names the model. */
  of(chunks: readonly ChatChunk[]): string;
  /** Returns the events after the last chunk. @throws Error if the worker never sent the model or the usage. */
  end(): string;
  /** Returns the last event of an answer that failed after its first event. */
  failed(error: WireError): string;
}

/** How a dialect writes the answer to a request. */
export interface AnswerFormat {
  /** Names of parameters that the dialect dropped; absent for none. */
  readonly dropped?: readonly string[];
  /** Parameters of the request that only Anthropic's servers get; absent for none. */
  readonly anthropicFields?: Record<string, unknown> | undefined;
  /** @param options `includeUsage`: the caller wants the usage in the stream. */
  events(request: ChatRequest, options: { readonly includeUsage: boolean }): AnswerEvents;
  body(request: ChatRequest, answer: CompleteAnswer): object;
}
