/**
 * A model provider without work: every chat gets the same 20 words, whole or as SSE, and every text the same vector. It
 * listens on EARSHOT_TEST_HOST (127.0.0.1), reports its port, and accepts
 * `{ delayMs, answerMs }` from its parent: the pause between events, and the time to a whole answer or the first event.
 */
import { createServer } from 'node:http';

const words = Array.from({ length: 20 }, (_, index) => (index === 0 ? 'word' : ' word'));
const usage = { prompt_tokens: 12, completion_tokens: words.length, total_tokens: 12 + words.length };
const base = { id: 'chatcmpl-mock', created: 1_700_000_000, model: 'mock' };
const whole = Buffer.from(
  JSON.stringify({
    ...base,
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: words.join('') }, finish_reason: 'stop' }],
    usage,
  }),
);
const vector = Buffer.from(
  JSON.stringify({
    object: 'list',
    model: 'mock',
    data: [{ object: 'embedding', index: 0, embedding: Array.from({ length: 8 }, (_, at) => at / 8) }],
    usage: { prompt_tokens: 2, total_tokens: 2 },
  }),
);
const events = [
  ...words.map((content, index) => {
    const delta = index === 0 ? { role: 'assistant', content } : { content };
    return event({ choices: [{ index: 0, delta, finish_reason: index === words.length - 1 ? 'stop' : null }] });
  }),
  Buffer.concat([event({ choices: [], usage }), Buffer.from('data: [DONE]\n\n')]),
];

let delayMs = 0;
let answerMs = 0;
let count = 0;
const server = createServer({ keepAliveTimeout: 120_000, noDelay: true }, (request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    count += 1;
    if (/"stream"\s*:\s*true/.test(Buffer.concat(parts).latin1Slice())) stream(response);
    else if (answerMs > 0) setTimeout(answer, answerMs, response, whole);
    else answer(response, request.url.endsWith('/embeddings') ? vector : whole);
  });
});
const host = process.env.EARSHOT_TEST_HOST ?? '127.0.0.1';
server.listen({ port: 0, host, backlog: 1024 }, () => process.send({ port: server.address().port }));
process.on('message', (order) => {
  delayMs = order.delayMs ?? 0;
  answerMs = order.answerMs ?? 0;
  process.send({ count });
});
process.on('disconnect', () => process.exit(0));

function event(chunk) {
  return Buffer.from(`data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', ...chunk })}\n\n`);
}

function answer(response, body) {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

/** Each event is a separate write, as from a real model. */
function stream(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  let index = 0;
  const next = () => {
    if (index === events.length - 1) return response.end(events[index]);
    response.write(events[index]);
    index += 1;
    if (delayMs > 0) setTimeout(next, delayMs);
    else setImmediate(next);
  };
  response.flushHeaders();
  if (answerMs > 0) setTimeout(next, answerMs);
  else next();
}
