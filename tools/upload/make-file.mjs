import { setTimeout as sleep } from 'node:timers/promises';

const lookEveryMs = 500;

/**
 * Makes something of a session, and waits until it is done with.
 *
 * @param {import('./api.mjs').Api} api
 * @param {object} file
 * @param {string} file.project
 * @param {import('./options.mjs').Made} file.made
 * @param {string} file.sessionId
 * @param {(percent: number) => void} file.show
 * @param {AbortSignal} file.signal
 * @returns {Promise<any>} The dataset, recipe or artifact.
 */
export async function makeFile(api, { project, made, sessionId, show, signal }) {
  const path = `/api/v1/projects/${encodeURIComponent(project)}/${made.kind}`;
  const json = { ...made.body, upload_session_id: sessionId };
  // Of the session, so that a repeated command makes nothing twice.
  const headers = { 'idempotency-key': sessionId };
  let entity = await api.ask('POST', path, { json, headers });
  while (entity.status === 'processing') {
    await sleep(lookEveryMs, undefined, { signal });
    entity = await api.ask('GET', `${path}/${entity.id}`);
    show(entity.percent);
  }
  show(100);
  return entity;
}
