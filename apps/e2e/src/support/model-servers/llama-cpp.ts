import { call, data, done, type ServerAnswers, usage } from './server-answers.js';

const head = { id: 'chatcmpl-Qw', created: 1_764_000_000, model: 'qwen3-8b', system_fingerprint: 'b6200-abc' };
const timings = { prompt_n: 9, prompt_ms: 30.5, predicted_n: 4, predicted_ms: 80.1, predicted_per_second: 50 };

function chunk(delta: object, finish_reason: string | null = null) {
  return data({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] });
}

const message = { role: 'assistant', reasoning_content: 'Hm.', content: 'Hello there.' };
const { id, type, function: called } = call;
const piece = (written: string) => chunk({ tool_calls: [{ index: 0, function: { arguments: written } }] });

/** The server of llama.cpp: reasoning is in `reasoning_content`, and answers have `timings`. */
export const llamaCpp: ServerAnswers = {
  stream: [
    chunk({ role: 'assistant', content: null }),
    chunk({ reasoning_content: 'Hm.' }),
    chunk({ content: 'Hello' }),
    chunk({ content: ' there.' }),
    chunk({}, 'stop'),
    data({ ...head, object: 'chat.completion.chunk', choices: [], usage, timings }),
    done,
  ],
  whole: {
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage,
    timings,
  },
  call: [
    chunk({ role: 'assistant', content: null }),
    chunk({ tool_calls: [{ index: 0, id, type, function: { name: called.name, arguments: '{"city"' } }] }),
    piece(':"Rome"}'),
    chunk({}, 'tool_calls'),
    done,
  ],
  // While it loads its model; without a Retry-After.
  failure: { status: 503, body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } } },
};
