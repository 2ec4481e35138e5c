import type { ChatChunk, ChatRequest, ThinkingBlock, ThinkingBlocks, TokenLogProb } from '@earshot/contracts-inference';
import type { ChatResponse, GenerateResponse } from '@earshot/dto-inference';
import type { Calls } from './function-calls.js';

/** Fields of a message, or of a part of one, besides its text; absent for nothing. */
export interface MessageMore {
  /** What the model wrote before the text. The name is that of DeepSeek and vLLM. */
  readonly reasoning_content?: string;
  /** Parts of it that the provider wants back unchanged. The name is that of LiteLLM. */
  readonly thinking_blocks?: ThinkingBlock[];
  readonly refusal?: string;
  readonly annotations?: unknown[];
}

/** Identifies a choice. */
export interface ChoiceRef {
  readonly index: number;
  readonly completion_id: string;
  /** `{project}/{model}` that answers. */
  readonly model: string;
}

/** A complete choice. */
export interface CompleteChoice extends ChoiceRef {
  readonly text: string;
  /** Further fields of a message, such as `reasoning_content`. */
  readonly more: MessageMore;
  /** Calls of the caller's own functions; absent for none. */
  readonly tool_calls?: Calls;
  /** Of the tokens of the text; absent unless requested. */
  readonly logprobs?: readonly TokenLogProb[];
  readonly finish_reason: ChatChunk['choices'][number]['finish_reason'] | null;
}

/** Format of an answer: chat completion, or the older text completion. */
export interface AnswerShape {
  /** Values of the field `object`, in a whole answer and in an event. */
  readonly objects: { readonly whole: string; readonly event: string };
  /** Returns the fields that a whole answer and every event begin with. */
  head(request: ChatRequest): object;
  /** Returns a choice of a whole answer. */
  whole(choice: CompleteChoice): object;
  /** Returns the frames of a choice in its first event and in later ones. */
  event(choice: ChoiceRef): { readonly first: Frame; readonly next: Frame };
}

/** The JSON of a choice in an event: the parts before and after its text, up to the finish reason. */
export interface Frame {
  readonly beforeText: string;
  readonly afterText: string;
}

/** Format of a chat completion. */
export const chatShape: AnswerShape = {
  objects: { whole: 'chat.completion', event: 'chat.completion.chunk' },
  head,
  whole: ({ index, completion_id, model, text, more, tool_calls, logprobs, finish_reason }) => {
    const content = text === '' && (tool_calls ?? more.refusal) ? null : text;
    const message = { id: completion_id, role: 'assistant', content, ...more, ...(tool_calls && { tool_calls }) };
    const choice = { index, message, ...logprobsField(logprobs), finish_reason: finish_reason ?? null };
    return { ...choice, completion_id, model } satisfies ChatResponse['choices'][number];
  },
  event: ({ index, completion_id }) =>
    always({
      beforeText: `{"index":${index},"delta":{"id":"${completion_id}","role":"assistant","content":`,
      afterText: `},"completion_id":"${completion_id}","finish_reason":`,
    }),
};

/** Returns the further fields of a part of a message. @param blocks of the choice. */
export function moreOf(
  { reasoning, reasoning_blocks, refusal, annotations }: ChatChunk['choices'][number],
  blocks: ThinkingBlocks,
): MessageMore {
  const ended = blocks.add(reasoning ?? '', reasoning_blocks ?? []);
  return {
    ...(reasoning !== undefined && { reasoning_content: reasoning }),
    ...(ended.length > 0 && { thinking_blocks: ended }),
    ...(refusal !== undefined && { refusal }),
    ...(annotations !== undefined && { annotations }),
  };
}

/** The field `logprobs` of a choice in OpenAI's form; no field without log probabilities. */
export function logprobsField(logprobs: readonly TokenLogProb[] | undefined) {
  return logprobs && { logprobs: { content: logprobs.map(withAlternatives), refusal: null } };
}

/** Clients expect all fields. */
function withAlternatives({ token, logprob, bytes = null, top_logprobs = [] }: TokenLogProb) {
  return { token, logprob, bytes, top_logprobs: top_logprobs.map((one) => ({ ...one, bytes: one.bytes ?? null })) };
}

/** Format of a text completion. */
export const textShape: AnswerShape = {
  objects: { whole: 'text_completion', event: 'text_completion' },
  head,
  whole: ({ index, text, completion_id, model, finish_reason }) => {
    const choice = { index, text, completion_id, model, finish_reason: finish_reason ?? null };
    return choice satisfies GenerateResponse['choices'][number];
  },
  event: ({ index, completion_id, model }) =>
    always({
      beforeText: `{"index":${index},"text":`,
      afterText: `,"completion_id":"${completion_id}","model":${JSON.stringify(model)},"finish_reason":`,
    }),
};

/** When the request came, Unix time in seconds. */
export function answerTime({ received_at_ms }: ChatRequest): number {
  return Math.floor(received_at_ms / 1_000);
}

function head(request: ChatRequest) {
  return { id: request.response_id, created: answerTime(request), session_id: request.session_id };
}

function always(frame: Frame) {
  return { first: frame, next: frame };
}
