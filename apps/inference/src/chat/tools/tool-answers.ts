import { Injectable } from '@nestjs/common';
import type { ChatMessage, Model } from '@earshot/contracts-inference';
import type { ProviderChatRequest, ProviderUsage } from '../../providers/model-provider.js';
import { ToolCaller } from '../../tools/calling/tool-caller.js';
import type { LoadedPrompt } from '../loaded-prompts.js';
import { sumOfUsages } from '../../providers/usage.js';
import { Providers } from '../../providers/providers.js';
import type { AnswerEvent } from './tool-round.js';
import type { Offered } from './offered-tools.js';
import { ToolLoop } from './tool-loop.js';

/** A request that tools may be called for. */
interface ToolRequest {
  /** The caller's messages, with images loaded. */
  readonly messages: ChatMessage[];
  /** The provider request with the same messages. */
  readonly providerRequest: ProviderChatRequest;
  readonly offered: Offered;
  /** Counts the memory that results take. */
  readonly loaded: LoadedPrompt;
}

/** Answers requests for which tools of the project may be called. */
@Injectable()
export class ToolAnswers {
  constructor(
    private readonly providers: Providers,
    private readonly caller: ToolCaller,
  ) {}

  /** As a provider answers; each choice is made by itself, since each may call other tools. */
  async *answer(model: Model, request: ToolRequest, signal: AbortSignal): AsyncGenerator<AnswerEvent[], void, void> {
    const disconnected = new AbortController();
    const either = AbortSignal.any([signal, disconnected.signal]);
    const loops = Array.from({ length: request.providerRequest.choices }, (_, index) =>
      this.#loop(index, model, request, either).run(),
    );
    try {
      yield* mergedChoices(loops);
    } finally {
      disconnected.abort();
    }
  }

  #loop(
    index: number,
    model: Model,
    { messages, providerRequest, offered, loaded }: ToolRequest,
    signal: AbortSignal,
  ): ToolLoop {
    const { installed, own, tools = { functions: [] } } = offered;
    // The system prompt, if any.
    const before = providerRequest.messages.slice(0, providerRequest.messages.length - messages.length);
    return new ToolLoop(messages, index, {
      installed,
      own,
      offered: tools,
      generate: (conversation, now) =>
        this.providers.chat(
          model,
          { ...providerRequest, messages: [...before, ...conversation], choices: 1, tools: now },
          signal,
        ),
      call: (tool, input, until) => this.caller.call(tool, input, until, providerRequest.traceparent),
      keep: (length) => loaded.add(length),
      signal,
    });
  }
}

type Batches = AsyncGenerator<AnswerEvent[], void, void>;

/** Merges the choices of one answer: events as they come, usage as the sum so far. */
export async function* mergedChoices(choices: readonly Batches[]): AsyncGenerator<AnswerEvent[], void, void> {
  const usages: ProviderUsage[] = [];
  const next = (choice: number) => choices[choice]!.next().then((result) => ({ choice, result }));
  const waiting = new Map(choices.map((_, choice) => [choice, next(choice)]));
  while (waiting.size > 0) {
    const { choice, result } = await Promise.race(waiting.values());
    if (result.done === true) {
      waiting.delete(choice);
      continue;
    }
    yield result.value.map((event) => {
      if (event.type !== 'usage') return event;
      usages[choice] = event.usage;
      return { type: 'usage', usage: sumOfUsages(usages) };
    });
    waiting.set(choice, next(choice));
  }
}
