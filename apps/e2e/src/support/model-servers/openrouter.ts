import { call, data, done, type ServerAnswers, usage } from './server-answers.js';

const head = { id: 'gen-17', provider: 'DeepInfra', model: 'deepseek/deepseek-r1', created: 1_764_000_000 };
const comment = ': OPENROUTER PROCESSING';
const priced = { ...usage, cost: 0.000_012, completion_tokens_details: { reasoning_tokens: 2 } };

function chunk(delta: object, finish_reason: string | null = null) {
  const choice = { index: 0, delta: { role: 'assistant', content: '', ...delta }, finish_reason };
  const choices = [{ ...choice, native_finish_reason: finish_reason, logprobs: null }];
  return data({ ...head, object: 'chat.completion.chunk', choices });
}

const thought = { reasoning: 'Hm.', reasoning_details: [{ type: 'reasoning.text', text: 'Hm.', index: 0 }] };

/** OpenRouter: comments keep the connection open, reasoning is in `reasoning`, and the usage has a price. */
export const openrouter: ServerAnswers = {
  stream: [
    comment,
    comment,
    chunk(thought),
    chunk({ content: 'Hello' }),
    comment,
    chunk({ content: ' there.' }),
    chunk({}, 'stop'),
    data({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta: {}, finish_reason: null }],
      usage: priced,
    }),
    done,
  ],
  whole: {
    ...head,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'Hello there.', refusal: null, ...thought },
        finish_reason: 'stop',
        native_finish_reason: 'stop',
      },
    ],
    usage: priced,
  },
  call: [comment, chunk({ content: null, tool_calls: [{ ...call, index: 0 }] }), chunk({}, 'tool_calls'), done],
  failure: { status: 402, body: { error: { code: 402, message: 'Insufficient credits. Add more.' } } },
};

/** A stream that OpenRouter ends with an error, because the provider behind it failed. */
export const openrouterBroken = [
  comment,
  chunk({ content: 'Hello' }),
  data({
    ...head,
    object: 'chat.completion.chunk',
    error: { code: 'server_error', message: 'Provider disconnected unexpectedly' },
    choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
  }),
];
