import { call } from './earshot.mjs';
import { gatewayTarget } from './upload-targets.mjs';

/** A file of this size goes up in one part. */
const fileBytes = 1024 * 1024;
/** Longer than any request takes with 20 ms between hosts. */
const deadlineMs = 60_000;

/**
 * One request of a route.
 *
 * @typedef {object} Route
 * @property {string} name
 * @property {() => Promise<number>} request Resolves with its milliseconds.
 */

/**
 * Creates what the routes need, and returns them.
 *
 * @param {{ project: string, model: string }} target
 * @param {string} provider URL of the model provider.
 * @returns {Promise<Route[]>}
 */
export async function networkRoutes({ project, model }, provider) {
  await call(`/projects/${project}/models`, {
    key: 'embedder',
    provider: { kind: 'openai', base_url: `${provider}/v1`, model: 'mock' },
    capabilities: ['embeddings'],
  });
  await call(`/projects/${project}/metrics`, { key: 'quality', kind: 'scalar' });
  const chat = { model, messages: [{ role: 'user', content: 'Hi' }] };
  // The last one has no feedback, which would come with it.
  const [one, other, unjudged] = [await completionOf(chat), await completionOf(chat), await completionOf(chat)];
  const content = Buffer.alloc(fileBytes, 'x');
  const files = await gatewayTarget();
  const file = { parts: 1, part: content };
  const artifact = await files.upload(file);
  const about = { project, metric: 'quality' };
  const pair = { preferred_completion: one, other_completion: other };
  return [
    { name: 'chat', request: () => timed('POST', '/chat/completions', chat) },
    { name: 'chat, first token', request: () => firstToken({ ...chat, stream: true }) },
    {
      name: 'embedding',
      request: () => timed('POST', '/embeddings', { model: `${project}/embedder`, input: 'Hi' }),
    },
    {
      name: 'feedback',
      request: () => timed('POST', '/feedback', { ...about, completion_id: one, value: 1 }),
    },
    { name: 'comparison', request: () => timed('POST', '/comparison', { ...about, ...pair }) },
    {
      name: 'import an interaction',
      request: () => timed('POST', '/interactions', { project, messages: chat.messages, completion: 'Hello' }),
    },
    {
      name: 'get an interaction',
      request: () => timed('GET', `/projects/${project}/interactions/${unjudged}`),
    },
    { name: 'list interactions', request: () => timed('GET', `/projects/${project}/interactions`) },
    { name: 'get a project', request: () => timed('GET', `/projects/${project}`) },
    { name: 'create a metric', request: () => timed('POST', `/projects/${project}/metrics`, newMetric()) },
    { name: 'upload a part of 1 MiB', request: () => files.uploadAtOnce(1, content) },
    { name: 'upload 1 MiB, create an artifact', request: () => duration(() => files.upload(file)) },
    { name: 'download 1 MiB', request: () => duration(() => files.download(artifact)) },
  ];
}

let metrics = 0;
const newMetric = () => ({ key: `metric-${(metrics += 1)}`, kind: 'scalar' });

/** @param {() => Promise<unknown>} work */
async function duration(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/**
 * @param {string} method
 * @param {string} route Path below `/api/v1`.
 * @param {unknown} [body]
 */
const timed = (method, route, body) => duration(async () => (await answered(method, route, body)).text());

/** @param {unknown} chat */
async function firstToken(chat) {
  const startedAt = performance.now();
  const response = await answered('POST', '/chat/completions', chat);
  const reader = response.body.getReader();
  await reader.read();
  const tookMs = performance.now() - startedAt;
  while (!(await reader.read()).done);
  return tookMs;
}

/** @param {unknown} chat */
async function completionOf(chat) {
  const { choices } = await (await answered('POST', '/chat/completions', chat)).json();
  return choices[0].completion_id;
}

/**
 * @param {string} method
 * @param {string} route
 * @param {unknown} [body]
 */
async function answered(method, route, body) {
  const { EARSHOT_URL: url, EARSHOT_ADMIN_KEY: adminKey } = process.env;
  const response = await fetch(`${url}/api/v1${route}`, {
    method,
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(deadlineMs),
  });
  if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`);
  return response;
}
