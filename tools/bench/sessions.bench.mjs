/**
 * Measures the time to first token per turn of a conversation with the embedded engine, which caches a session's
 * prompt. Compares it with the same conversation outside of a session.
 *
 * Environment: EARSHOT_URL, EARSHOT_DEMO_KEY (set by infra/local/bench.mjs), BENCH_OUT (file for the figures as JSON),
 * BENCH_REPEATS sessions (3), BENCH_TURNS of each (16), BENCH_MODEL (demo).
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { number, table } from './markdown.mjs';
import { median } from './statistics.mjs';

const { EARSHOT_URL: url, EARSHOT_DEMO_KEY: key, BENCH_OUT: out, BENCH_MODEL: model = 'demo' } = process.env;
const repeats = Number(process.env.BENCH_REPEATS ?? 3);
const turns = Number(process.env.BENCH_TURNS ?? 16);
/** Tokens per answer: the conversation must fit the demo model's context of 1,024 tokens. */
const answerTokens = 12;
const timeoutMs = 60_000;

const question = (turn) => `Question ${turn}: how do I record a preference between two answers?`;

/** @type {{ promptTokens: number, sessionMs: number[], freshMs: number[] }[]} */
const measured = Array.from({ length: turns }, () => ({ promptTokens: 0, sessionMs: [], freshMs: [] }));
// The very first answer waits for the model to load.
await ask([{ role: 'user', content: 'Hello!' }], randomUUID());
for (let repeat = 0; repeat < repeats; repeat += 1) await converse();

const rows = measured.map(({ promptTokens, sessionMs, freshMs }, turn) => {
  const [session, fresh] = [median(sessionMs), median(freshMs)];
  return { turn: turn + 1, promptTokens, sessionMs: session, freshMs: fresh };
});
console.log(
  table(
    ['turn', 'tokens of the prompt', 'first token in its session, ms', 'with all to read, ms'],
    rows.map((row) => [`${row.turn}`, `${row.promptTokens}`, number(row.sessionMs), number(row.freshMs)]),
  ),
);
if (out) writeFileSync(out, JSON.stringify({ bench: 'sessions', model, repeats, turns: rows }, null, 2));

/** Runs one session; each turn is also sent as an unknown conversation. */
async function converse() {
  const session = randomUUID();
  const messages = [{ role: 'system', content: `Session ${session}.` }];
  for (const [turn, figures] of measured.entries()) {
    messages.push({ role: 'user', content: question(turn + 1) });
    const answer = await ask(messages, session);
    const [, ...rest] = messages;
    const fresh = await ask([{ role: 'system', content: `Session ${randomUUID()}.` }, ...rest], randomUUID());
    figures.promptTokens = answer.promptTokens;
    figures.sessionMs.push(answer.firstTokenMs);
    figures.freshMs.push(fresh.firstTokenMs);
    messages.push({ role: 'assistant', content: answer.text });
  }
}

/** @returns {Promise<{ text: string, firstTokenMs: number, promptTokens: number }>} */
async function ask(messages, sessionId) {
  const startedAt = performance.now();
  const response = await fetch(`${url}/api/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ model, messages, session_id: sessionId, max_tokens: answerTokens, temperature: 0 },
      ...{ stream: true, stream_options: { include_usage: true } },
    }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`a turn failed: ${response.status} ${await response.text()}`);
  let [text, firstTokenMs, promptTokens, rest] = ['', Number.NaN, 0, ''];
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + piece).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events.filter((one) => one.startsWith('data: {'))) {
      const { choices, usage, error } = JSON.parse(event.slice('data: '.length));
      if (error) throw new Error(`a turn was interrupted: ${error.message}`);
      const said = choices[0]?.delta.content ?? '';
      if (text === '' && said !== '') firstTokenMs = performance.now() - startedAt;
      text += said;
      promptTokens = usage?.prompt_tokens ?? promptTokens;
    }
  }
  return { text, firstTokenMs, promptTokens };
}
