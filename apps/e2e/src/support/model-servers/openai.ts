import { call, data, done, type ServerAnswers, usage } from './server-answers.js';

const head = { id: 'chatcmpl-C8', created: 1_764_000_000, model: 'gpt-5-2025-08-07', service_tier: 'default' };
const details = {
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 2, audio_tokens: 0, accepted_prediction_tokens: 0 },
};

/** `obfuscation` pads each event to a length that says nothing of its text. */
function chunk(delta: object, finish_reason: string | null = null) {
  const choices = [{ index: 0, delta, finish_reason }];
  const more = { system_fingerprint: null, usage: null, obfuscation: 'u7Kd' };
  return data({ ...head, object: 'chat.completion.chunk', choices, ...more });
}

const { id, type, function: called } = call;
const piece = (written: string) => chunk({ tool_calls: [{ index: 0, function: { arguments: written } }] });

/** OpenAI: reasoning is counted and not shown. */
export const openai: ServerAnswers = {
  stream: [
    chunk({ role: 'assistant', content: '', refusal: null }),
    chunk({ content: 'Hello' }),
    chunk({ content: ' there.' }),
    chunk({}, 'stop'),
    data({ ...head, object: 'chat.completion.chunk', choices: [], usage: { ...usage, ...details }, obfuscation: '' }),
    done,
  ],
  whole: {
    ...head,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'Hello there.', refusal: null, annotations: [] },
        finish_reason: 'stop',
      },
    ],
    usage: { ...usage, ...details },
    system_fingerprint: null,
  },
  call: [
    chunk({
      role: 'assistant',
      content: null,
      tool_calls: [{ index: 0, id, type, function: { name: called.name, arguments: '' } }],
      refusal: null,
    }),
    piece('{"city":'),
    piece('"Rome"}'),
    chunk({}, 'tool_calls'),
    done,
  ],
  failure: {
    status: 401,
    body: {
      error: {
        message: 'Incorrect API key provided: sk-proj-********abcd. You can find your API key in your account.',
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      },
    },
  },
};
