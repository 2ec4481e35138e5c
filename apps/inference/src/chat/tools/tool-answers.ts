import { Injectable } from '@nestjs/common';
import type { ChatMessage, Model } from '@earshot/contracts-inference';
import type { ProviderChatRequest } from '../../providers/model-provider.js';
import { ToolCaller } from '../../tools/calling/tool-caller.js';
import type { LoadedPrompt } from '../loaded-prompts.js';
import { ModelProviders } from '../model-providers.js';
import type { AnswerEvent } from './answer-event.js';
import { mergedChoices } from './merged-choices.js';
import type { Offered } from './offered-tools.js';
import { ToolLoop } from './tool-loop.js';

/** A request that tools may be called for. */
export interface ToolRequest {
  /** Of the caller, with their pictures as providers read them. */
  readonly messages: ChatMessage[];
  /** The same for the provider, with everything else. */
  readonly asked: ProviderChatRequest;
  readonly offered: Offered;
  /** Takes account of what is kept in memory. */
  readonly loaded: LoadedPrompt;
}

/** Answers requests for which tools of the project may be called. */
@Injectable()
export class ToolAnswers {
  constructor(
    private readonly providers: ModelProviders,
    private readonly caller: ToolCaller,
  ) {}

  /** As a provider answers; each choice is made by itself, since each may call other tools. */
  async *answer(model: Model, request: ToolRequest, signal: AbortSignal): AsyncGenerator<AnswerEvent[], void, void> {
    const left = new AbortController();
    const either = AbortSignal.any([signal, left.signal]);
    const loops = Array.from({ length: request.asked.choices }, (_, index) =>
      this.#loop(index, model, request, either).run(),
    );
    try {
      yield* mergedChoices(loops);
    } finally {
      left.abort();
    }
  }

  #loop(index: number, model: Model, { messages, asked, offered, loaded }: ToolRequest, signal: AbortSignal): ToolLoop {
    const { installed, own, tools = { functions: [] } } = offered;
    // The system prompt, where there is one.
    const before = asked.messages.slice(0, asked.messages.length - messages.length);
    return new ToolLoop(messages, index, {
      installed,
      own,
      offered: tools,
      ask: (conversation, now) =>
        this.providers.chat(
          model,
          { ...asked, messages: [...before, ...conversation], choices: 1, tools: now },
          signal,
        ),
      call: (tool, input, until) => this.caller.call(tool, input, until),
      keep: (length) => loaded.add(length),
      signal,
    });
  }
}
