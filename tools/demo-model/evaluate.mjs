/**
 * `npm run demo-model:evaluate`: sends the held-out questions to a running installation. Prints how many answers are
 * right by the rules, how fast they were, and whether embeddings place questions of one kind closer together.
 * EARSHOT_URL is the address (default http://127.0.0.1:8080), EARSHOT_API_KEY the key (default: .local/demo-key).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from './client.mjs';
import { embeddingPairs } from './embedding-pairs.mjs';
import { problemOf } from './rules.mjs';

const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'demo' },
    url: { type: 'string', default: process.env.EARSHOT_URL ?? 'http://127.0.0.1:8080' },
    'at-least': { type: 'string', default: '0' },
    // Batches round differently from single requests, so a few answers can differ between runs.
    'at-once': { type: 'string', default: '1' },
  },
});
const client = new Client(values.url, process.env.EARSHOT_API_KEY ?? readFileSync('.local/demo-key', 'utf8').trim());
const held = (name) => JSON.parse(readFileSync(path.join(import.meta.dirname, 'held-out', name), 'utf8'));
const rules = held('rules.json');
const items = held('questions.json');

const outcomes = await inParallel(items, ask);
const right = outcomes.filter(({ problems }) => problems.length === 0).length;
for (const { problems } of outcomes) for (const problem of problems) console.error(problem);
console.table(byGroup(outcomes));
const vectors = await embeddingPairs(client, values.model, items);
console.table({
  right: `${right} of ${items.length}, ${percent(right / items.length)}`,
  'median time to first token, ms': median(outcomes.flatMap(({ answers }) => answers.map(({ firstMs }) => firstMs))),
  'tokens a second of all streams': Math.round(tokensPerSecond(outcomes)),
  'paraphrases nearer than others': percent(vectors),
});
if (right / items.length < Number(values['at-least'])) process.exitCode = 1;

/** Goes through one dialogue with the model's own answers; each question is one to be answered right. */
async function ask(item, index) {
  const messages = item.system === undefined ? [] : [{ role: 'system', content: item.system }];
  const problems = [];
  const answers = [];
  for (const turn of item.turns) {
    messages.push({ role: 'user', content: turn.ask });
    const answer = await client.chat(values.model, messages, index % 2 === 0);
    messages.push({ role: 'assistant', content: answer.text });
    const problem = problemOf(answer, rules[turn.rule], turn);
    if (problem !== null) problems.push(`${item.group}: ${turn.ask} -> ${answer.text} (${problem})`);
    answers.push(answer);
  }
  return { group: item.group, problems, answers };
}

async function inParallel(list, work) {
  const results = [];
  const rest = list.entries();
  const worker = async () => {
    for (const [index, item] of rest) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, worker));
  return results;
}

function byGroup(all) {
  const groups = {};
  for (const { group, problems } of all) {
    groups[group] ??= { dialogues: 0, right: 0 };
    groups[group].dialogues += 1;
    if (problems.length === 0) groups[group].right += 1;
  }
  return groups;
}

function tokensPerSecond(all) {
  const answers = all.flatMap((outcome) => outcome.answers);
  return (1_000 * sum(answers.map(({ tokens }) => tokens))) / sum(answers.map(({ ms }) => ms));
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function median(numbers) {
  const known = numbers.filter(Number.isFinite).sort((a, b) => a - b);
  return Math.round(known[Math.floor(known.length / 2)] ?? NaN);
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}
