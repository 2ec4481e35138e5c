import { setTimeout as sleep } from 'node:timers/promises';

const pollIntervalMs = 500;

/**
 * Creates a dataset, recipe or artifact from a session and waits until it is processed.
 *
 * @param {import('./api.mjs').Api} api
 * @param {object} file
 * @param {string} file.project
 * @param {import('./options.mjs').Target} file.target
 * @param {string} file.sessionId
 * @param {(percent: number) => void} file.show
 * @param {AbortSignal} file.signal
 * @returns {Promise<any>} The dataset, recipe or artifact.
 */
export async function createFile(api, { project, target, sessionId, show, signal }) {
  const path = `/api/v1/projects/${encodeURIComponent(project)}/${target.kind}`;
  const json = { ...target.body, upload_session_id: sessionId };
  // The session id, so that a repeated command does not create a second entity.
  const headers = { 'idempotency-key': sessionId };
  let entity = await api.request('POST', path, { json, headers });
  while (entity.status === 'processing') {
    await sleep(pollIntervalMs, undefined, { signal });
    entity = await api.request('GET', `${path}/${entity.id}`);
    show(entity.percent);
  }
  show(100);
  return entity;
}
