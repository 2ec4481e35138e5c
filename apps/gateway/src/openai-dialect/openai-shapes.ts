import type { OpenaiChatResponse, OpenaiTextResponse } from '@earshot/dto-inference';
import { completionFormat } from '../chat-completions/completion-format.js';
import { answerTime, logprobsField, type AnswerShape } from '../chat-completions/answer-shape.js';

/** Fields of an answer in OpenAI's dialect, which has no place for the session. */
const head: AnswerShape['head'] = (request) => ({ id: request.response_id, created: answerTime(request) });

/**
 * Format of a chat completion as OpenAI sends it (https://platform.openai.com/docs/api-reference/chat): a role in the
 * first delta of a choice only, and no ids of choices, which are in headers.
 */
const openaiChatShape: AnswerShape = {
  objects: { whole: 'chat.completion', event: 'chat.completion.chunk' },
  head,
  whole: ({ index, text, more, tool_calls, logprobs, finish_reason }) => {
    const content = text === '' && (tool_calls ?? more.refusal) ? null : text;
    const { refusal = null, ...others } = more;
    const message = { role: 'assistant' as const, content, refusal, ...others, ...(tool_calls && { tool_calls }) };
    const probabilities = logprobsField(logprobs) ?? { logprobs: null };
    const choice = { index, message, ...probabilities, finish_reason: finish_reason ?? null };
    return choice satisfies OpenaiChatResponse['choices'][number];
  },
  event: ({ index }) => {
    const afterText = '},"finish_reason":';
    return {
      first: { beforeText: `{"index":${index},"delta":{"role":"assistant","content":`, afterText },
      next: { beforeText: `{"index":${index},"delta":{"content":`, afterText },
    };
  },
};

/** Format of a text completion as OpenAI sends it (https://platform.openai.com/docs/api-reference/completions). */
const openaiTextShape: AnswerShape = {
  objects: { whole: 'text_completion', event: 'text_completion' },
  head,
  whole: ({ index, text, finish_reason }) => {
    const choice = { index, text, logprobs: null, finish_reason: finish_reason ?? null };
    return choice satisfies OpenaiTextResponse['choices'][number];
  },
  event: ({ index }) => {
    const frame = { beforeText: `{"index":${index},"text":`, afterText: ',"logprobs":null,"finish_reason":' };
    return { first: frame, next: frame };
  },
};

/** Format of a chat completion as OpenAI sends it. */
export const openaiChatFormat = completionFormat(openaiChatShape);

/** Format of a text completion as OpenAI sends it. */
export const openaiTextFormat = completionFormat(openaiTextShape);
