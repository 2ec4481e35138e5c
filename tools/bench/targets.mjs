import { setTimeout as sleep } from 'node:timers/promises';
import { bodyFor, phases } from './phases.mjs';
import { takeTurn } from './turns.mjs';

const answersWithinMs = 30_000;
const askEveryMs = 100;
/** Enough to warm up; the broker's JVM takes the longest. */
const warmUpSeconds = { direct: 1, relay: 1, portkey: 2, earshot: 20 };

/**
 * Waits until a target answers both kinds of chat exactly as the provider does.
 *
 * @param {{ label: string, url: string, headers: Record<string, string>, model: string }} target
 * @throws {Error} With the wrong response.
 */
export async function untilAnswers(target) {
  const deadline = performance.now() + answersWithinMs;
  for (;;) {
    const problem = await problemOf(target).catch((error) => error.cause?.message ?? error.message);
    if (problem === null) return;
    if (performance.now() > deadline) throw new Error(`${target.label} gives a wrong response: ${problem}`);
    await sleep(askEveryMs);
  }
}

/** @param {{ targets: object[] }} run */
export async function warmUp(run) {
  const kinds = phases.filter(({ name }) => ['c64', 'sse0'].includes(name));
  for (const target of run.targets) {
    for (const phase of kinds) await takeTurn({ ...run, seconds: warmUpSeconds[target.name] }, phase, target);
  }
}

async function problemOf(target) {
  const whole = await ask(target, false);
  const words = JSON.parse(whole).choices?.[0]?.message?.content ?? '';
  if (words.split(' ').length !== 20) return whole.slice(0, 300);
  const streamed = await ask(target, true);
  const chunks = streamed.split('\n\n').filter((event) => event.startsWith('data: {'));
  const pieces = chunks.map((event) => JSON.parse(event.slice(6)).choices?.[0]?.delta?.content ?? '');
  if (pieces.join('') !== words || !streamed.endsWith('data: [DONE]\n\n')) return streamed.slice(-300);
  return null;
}

async function ask(target, stream) {
  const response = await fetch(target.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...target.headers },
    body: bodyFor(target, stream),
    signal: AbortSignal.timeout(answersWithinMs),
  });
  return response.text();
}
