import { call, data, done, type ServerAnswers, usage } from './server-answers.js';

const head = { id: 'chatcmpl-245', created: 1_764_000_000, model: 'qwen3:8b', system_fingerprint: 'fp_ollama' };

function chunk(delta: object, finish_reason: string | null = null) {
  const choices = [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason }];
  return data({ ...head, object: 'chat.completion.chunk', choices });
}

const lastUsage = data({ ...head, object: 'chat.completion.chunk', choices: [], usage });

/** Ollama: each delta has a role and a text, reasoning is in `reasoning`, and calls come whole. */
export const ollama: ServerAnswers = {
  stream: [
    chunk({ content: '', reasoning: 'Hm.' }),
    chunk({ content: 'Hello' }),
    chunk({ content: ' there.' }),
    chunk({ content: '' }, 'stop'),
    lastUsage,
    done,
  ],
  whole: {
    ...head,
    object: 'chat.completion',
    choices: [
      { index: 0, message: { role: 'assistant', content: 'Hello there.', reasoning: 'Hm.' }, finish_reason: 'stop' },
    ],
    usage,
  },
  call: [chunk({ content: '', tool_calls: [{ ...call, index: 0 }] }), chunk({ content: '' }, 'tool_calls'), done],
  failure: {
    status: 404,
    body: {
      error: { message: "model 'qwen3:8b' not found", type: 'not_found_error', param: null, code: null },
    },
  },
};
