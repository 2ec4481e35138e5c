import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const callTimeoutMs = 30_000;

/**
 * Creates a project with a mock model and an API key in the running installation.
 *
 * @param {string} provider URL of the model provider.
 */
export async function earshotTarget(provider) {
  const { EARSHOT_URL: url, EARSHOT_RUN_DIR: runDir } = process.env;
  const project = `bench-${Date.now().toString(36)}`;
  await call('/projects', { key: project });
  await call(`/projects/${project}/models`, {
    key: 'mock',
    provider: { kind: 'openai', base_url: `${provider}/v1`, model: 'mock' },
    capabilities: ['chat'],
  });
  const { api_key: apiKey } = await call(`/projects/${project}/api_keys`, {
    name: 'bench',
    permissions: ['inference', 'feedback', 'read'],
  });
  return {
    name: 'earshot',
    label: 'Earshot',
    url: `${url}/api/v1/chat/completions`,
    headers: { authorization: `Bearer ${apiKey}` },
    project,
    model: `${project}/mock`,
    pids: processes(path.join(runDir, 'processes')),
    stop: () => {},
  };
}

/**
 * Returns the services and servers of the installation.
 *
 * @param {string} folder
 * @returns {Record<string, number>} Pids by name.
 */
export function processes(folder) {
  const records = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
  const counted = records.filter(({ kind }) => kind === 'app' || kind === 'server');
  return Object.fromEntries(counted.map(({ name, pid }) => [name, pid]));
}

/**
 * Sends a management request as administrator.
 *
 * @param {string} route Path below `/api/v1`.
 * @param {unknown} body
 */
export async function call(route, body) {
  const { EARSHOT_URL: url, EARSHOT_ADMIN_KEY: adminKey } = process.env;
  const response = await fetch(`${url}/api/v1${route}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(callTimeoutMs),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`POST ${route}: ${response.status} ${answer.error?.message}`);
  return answer;
}
