import { call, data, done, type ServerAnswers, usage } from './server-answers.js';

const head = { id: 'chatcmpl-9f', created: 1_764_000_000, model: 'Qwen/Qwen3-8B' };

function chunk(delta: object, finish_reason: string | null = null, more: object = {}) {
  const choice = { index: 0, delta, logprobs: null, finish_reason, token_ids: null, ...more };
  return data({ ...head, object: 'chat.completion.chunk', choices: [choice] });
}

const { id, type, function: called } = call;
const piece = (written: string) => chunk({ tool_calls: [{ index: 0, function: { arguments: written } }] });

/** vLLM: reasoning is in `reasoning`, once `reasoning_content`; the choice has `stop_reason`; calls come in pieces. */
export const vllm: ServerAnswers = {
  stream: [
    chunk({ role: 'assistant', content: '' }),
    chunk({ reasoning: 'Hm.' }),
    chunk({ content: 'Hello there' }),
    chunk({ content: '.' }, 'stop', { stop_reason: null }),
    data({ ...head, object: 'chat.completion.chunk', choices: [], usage }),
    done,
  ],
  whole: {
    ...head,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: 'Hello there.',
          refusal: null,
          annotations: null,
          audio: null,
          function_call: null,
          tool_calls: [],
          reasoning: 'Hm.',
        },
        logprobs: null,
        finish_reason: 'stop',
        stop_reason: null,
      },
    ],
    service_tier: null,
    usage: { ...usage, prompt_tokens_details: null },
    prompt_logprobs: null,
    kv_transfer_params: null,
  },
  call: [
    chunk({ role: 'assistant', content: '' }),
    chunk({ tool_calls: [{ index: 0, id, type, function: { name: called.name } }] }),
    piece('{"city":'),
    piece('"Rome"}'),
    chunk({ content: '' }, 'tool_calls', { stop_reason: null }),
    done,
  ],
  failure: {
    status: 400,
    body: {
      error: { message: 'top_k must be 0 (disable), or at least 1.', type: 'BadRequestError', param: null, code: 400 },
    },
  },
};
