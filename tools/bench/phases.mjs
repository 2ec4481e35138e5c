/**
 * The phases of each target: chats of 20 words, whole or streamed, with a number in flight. Equal streams of a closed
 * loop run in lockstep; `thinkMs` makes callers independent.
 */
export const phases = [
  { name: 'c1', inFlight: 1, stream: false, delayMs: 0 },
  { name: 'c16', inFlight: 16, stream: false, delayMs: 0 },
  { name: 'c64', inFlight: 64, stream: false, delayMs: 0 },
  { name: 'sse0', inFlight: 16, stream: true, delayMs: 0 },
  { name: 'sse10', inFlight: 16, stream: true, delayMs: 10 },
  { name: 'sse10apart', inFlight: 16, stream: true, delayMs: 10, thinkMs: 100 },
];

/**
 * Builds the request, equal for every target except the model name.
 *
 * @param {{ model: string }} target
 * @param {boolean} stream
 * @returns {string}
 */
export function bodyFor({ model }, stream) {
  const messages = [
    { role: 'system', content: 'You are terse.' },
    { role: 'user', content: 'Say the word "word" twenty times.' },
  ];
  const streaming = { stream: true, stream_options: { include_usage: true } };
  return JSON.stringify({ model, messages, max_tokens: 20, temperature: 0, ...(stream && streaming) });
}
