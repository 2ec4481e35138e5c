/**
 * Measures errors and p99 latency of one project while a caller of another project attacks.
 *
 * Environment: EARSHOT_URL, EARSHOT_ADMIN_KEY, EARSHOT_DEMO_KEY, EARSHOT_RUN_DIR (set by infra/local/bench.mjs),
 * BENCH_OUT (file for the figures as JSON), BENCH_SECONDS per turn (5), BENCH_REPEATS (3).
 */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Child } from './child.mjs';
import { call, earshotTarget } from './earshot.mjs';
import { number, table } from './markdown.mjs';
import { bodyFor } from './phases.mjs';
import { median } from './statistics.mjs';

const { EARSHOT_DEMO_KEY: demoKey, BENCH_OUT: out } = process.env;
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const repeats = Number(process.env.BENCH_REPEATS ?? 3);
/** Load of the measured project; leaves the machine some headroom. */
const traffic = { inFlight: 8, thinkMs: 60 };
/** The attack starts this much before the measurement, and ends this much after it. */
const leadMs = 3_000;
const tailMs = 500;
/**
 * Every caller sends one request, within a second, and keeps its connection: what waits is measured, not its arrival.
 */
const once = { arriveMs: 1_000, pauseMs: 60_000 };
const budget = { errors: 0, ratio: 2 };

const provider = new Child('mock-provider.mjs');
const client = new Child('load-client.mjs');
const attacker = new Child('hostile-client.mjs');
const stalled = createServer((socket) => socket.on('error', () => {}));
const [{ port }] = await Promise.all([
  provider.output(),
  client.output(),
  attacker.output(),
  new Promise((resolve) => stalled.listen(0, '127.0.0.1', resolve)),
]);
try {
  const victim = await earshotTarget(`http://127.0.0.1:${port}`);
  const attacks = await attacksOf(victim.url, `http://127.0.0.1:${stalled.address().port}`);
  await measure(victim);
  const rows = [];
  for (const attack of attacks) rows.push(await underAttack(victim, attack));
  report(rows);
} finally {
  attacker.stop();
  client.stop();
  provider.stop();
  stalled.close();
}

/** The attacks, with a project and keys of their own. */
async function attacksOf(url, stalledUrl) {
  const project = `attacker-${Date.now().toString(36)}`;
  const remote = { kind: 'openai', base_url: `${stalledUrl}/v1`, model: 'any' };
  await call('/projects', { key: project });
  await call(`/projects/${project}/models`, { key: 'stalled', provider: remote });
  const template = { key: 'template', provider: remote, system_prompt: '{{ numbers | sort: path }}' };
  await call(`/projects/${project}/models`, template);
  const keyWith = async (permissions) => {
    const { api_key: key } = await call(`/projects/${project}/api_keys`, { name: permissions.join(), permissions });
    return { authorization: `Bearer ${key}` };
  };
  const [mayChat, mayRead] = await Promise.all([keyWith(['inference']), keyWith(['read'])]);
  const chat = (model, fields) =>
    JSON.stringify({ model: `${project}/${model}`, messages: [{ role: 'user', content: 'Hi' }], ...fields });
  const image = { type: 'image_url', image_url: { url: `${stalledUrl.replace('http:', 'https:')}/a.png` } };
  const long = { numbers: Array.from({ length: 8_000 }, (_, at) => at), path: '.'.repeat(20_000) };
  const schema = { oneOf: Array.from({ length: 3_900 }, (_, at) => ({ const: at })) };
  const format = { type: 'json_schema', json_schema: { name: 'bomb', schema } };
  const demo = { authorization: `Bearer ${demoKey}` };
  const inDemo = { model: 'demo', messages: [{ role: 'user', content: 'Hi' }], response_format: format };
  return [
    {
      name: 'system prompts that compute for long',
      callers: 4,
      headers: mayChat,
      body: chat('template', { system_prompt_args: long }),
    },
    {
      name: '32 MiB of body without permission',
      callers: 16,
      // 100 MiB/s: a line of 1 Gbit/s.
      pauseMs: 5_000,
      headers: mayRead,
      bodyBytes: 32 * 1_048_576,
    },
    { name: 'JSON nested 500,000 deep', callers: 4, headers: mayChat, body: '['.repeat(500_000) },
    { name: 'schemas with 3,900 alternatives', callers: 4, headers: demo, body: JSON.stringify(inDemo) },
    {
      name: '2,000 chats with a provider that does not answer',
      callers: 2_000,
      ...once,
      headers: mayChat,
      body: chat('stalled'),
    },
    {
      name: 'images from a server that does not answer',
      callers: 64,
      headers: mayChat,
      body: chat('stalled', { messages: [{ role: 'user', content: [image] }] }),
    },
    { name: 'guesses of API keys', callers: 32, headers: { authorization: 'Bearer guess' }, body: chat('stalled') },
    { name: '1,000 connections with half a request', callers: 1_000, ...once, isUnfinished: true },
  ].map((attack) => ({ url, ...attack }));
}

/** Pairs of turns: without and with the attack. */
async function underAttack(victim, { name, ...attack }) {
  const turns = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const before = await measure(victim);
    const attacked = attacker.ask({ ...attack, seconds: seconds + (leadMs + tailMs) / 1000 });
    await sleep(leadMs);
    const during = await measure(victim);
    const { outcomes } = await attacked;
    turns.push({ before, during, outcomes });
    await sleep(tailMs);
  }
  return { name, turns };
}

function measure({ url, headers, model }) {
  return client.ask({ url, headers, body: bodyFor({ model }, false), seconds, ...traffic });
}

function report(rows) {
  const figures = rows.map(({ name, turns }) => {
    const errors = turns
      .flatMap(({ during }) => Object.values(during.errors))
      .reduce((sum, errorCount) => sum + errorCount, 0);
    const of = (when, figure) => median(turns.map((turn) => turn[when][figure]));
    const ratio = median(turns.map(({ before, during }) => during.p99Ms / before.p99Ms));
    const outcomes = {};
    for (const [outcome, count] of turns.flatMap((turn) => Object.entries(turn.outcomes)))
      outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
    return { name, errors, beforeMs: of('before', 'p99Ms'), duringMs: of('during', 'p99Ms'), ratio, outcomes };
  });
  const head = [
    'attack by another project',
    'errors',
    'p99 before, ms',
    'p99 during, ms',
    'ratio',
    'budget',
    'its answers',
  ];
  const row = ({ name, errors, beforeMs, duringMs, ratio, outcomes }) => {
    const isMet = errors <= budget.errors && ratio <= budget.ratio;
    const answers = Object.entries(outcomes).map(([outcome, count]) => `${count} × ${outcome}`);
    return [
      name,
      `${errors}`,
      number(beforeMs),
      number(duringMs),
      number(ratio),
      isMet ? 'met' : 'missed',
      answers.join(', '),
    ];
  };
  console.log(table(head, figures.map(row)));
  console.log(`\nBudget: ${budget.errors} errors of the measured project, ${budget.ratio} times its p99 at most.`);
  if (out) writeFileSync(out, JSON.stringify({ bench: 'tenants', seconds, repeats, attacks: figures }, null, 2));
}
