import type { ChatChunk } from '@earshot/contracts-inference';
import type { ChatResponse } from '@earshot/dto-inference';
import type { Calls } from './function-calls.js';

/** A choice, by what its caller calls it. */
export interface ChoiceName {
  readonly index: number;
  readonly completion_id: string;
  /** `{project}/{model}` that answers. */
  readonly model: string;
}

/** A choice that has ended. */
export interface EndedChoice extends ChoiceName {
  readonly text: string;
  /** Calls of the caller's own functions; absent for none. */
  readonly tool_calls?: Calls;
  readonly finish_reason: ChatChunk['choices'][number]['finish_reason'] | null;
}

/** How an answer is written: as that to a chat, or as the older text completion. */
export interface AnswerShape {
  /** What `object` says: of an answer that is sent whole, and of an event. */
  readonly objects: { readonly whole: string; readonly event: string };
  /** A choice of an answer that is sent whole. */
  whole(choice: EndedChoice): object;
  /** JSON of a choice in every event: what stands before its text, and what stands between that and its finish reason. */
  event(choice: ChoiceName): { readonly beforeText: string; readonly afterText: string };
}

/** The answer to a chat (interface, section 2). */
export const chatShape: AnswerShape = {
  objects: { whole: 'chat.completion', event: 'chat.completion.chunk' },
  whole: ({ index, completion_id, model, text, tool_calls, finish_reason }) => {
    const content = text === '' && tool_calls ? null : text;
    const message = { id: completion_id, role: 'assistant', content, ...(tool_calls && { tool_calls }) };
    return {
      index,
      message,
      finish_reason: finish_reason ?? null,
      completion_id,
      model,
    } satisfies ChatResponse['choices'][number];
  },
  event: ({ index, completion_id }) => ({
    beforeText: `{"index":${index},"delta":{"id":"${completion_id}","role":"assistant","content":`,
    afterText: `},"completion_id":"${completion_id}","finish_reason":`,
  }),
};
