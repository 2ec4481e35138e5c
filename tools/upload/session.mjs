import { createHash, randomUUID } from 'node:crypto';
import { ApiError } from './api.mjs';

/** Parts in flight; each is held in memory. */
const concurrency = 4;

/** States of a session that still accepts parts. */
const acceptingStates = new Set(['open', 'complete']);

/**
 * Returns the session of the previous run if it still accepts parts, otherwise creates one.
 *
 * @param {import('./api.mjs').Api} api
 * @param {import('./state.mjs').UploadState} state
 * @param {{ plan: import('./plan.mjs').Part[], project: string, contentType: string }} upload
 * @returns {Promise<{ session_id: string, completed_parts: number[] }>}
 */
export async function resume(api, state, { plan, project, contentType }) {
  const known = state.sessionId();
  const session = known === null ? null : await status(api, known);
  if (session !== null && acceptingStates.has(session.state) && session.total_parts_count === plan.length)
    return session;
  const json = { total_parts_count: plan.length, content_type: contentType, metadata: { project } };
  const created = await api.request('POST', '/api/v1/upload/init', {
    json,
    headers: { 'idempotency-key': randomUUID() },
  });
  state.save(created.session_id);
  return created;
}

async function status(api, sessionId) {
  try {
    return await api.request('POST', '/api/v1/upload/status', { json: { session_id: sessionId } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/**
 * Sends every part that the session does not have yet.
 *
 * @param {import('./api.mjs').Api} api
 * @param {object} upload
 * @param {import('node:fs/promises').FileHandle} upload.file
 * @param {{ session_id: string }} upload.session
 * @param {import('./plan.mjs').Part[]} upload.parts
 * @param {Set<number>} upload.done Part numbers.
 * @param {(bytes: number) => void} upload.advance
 * @param {AbortSignal} upload.signal
 */
export async function sendParts(api, { file, session, parts, done, advance, signal }) {
  const left = parts.values();
  const work = async () => {
    for (const part of left) {
      signal.throwIfAborted();
      if (!done.has(part.number)) await sendPart(api, file, session.session_id, part);
      advance(part.size);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

async function sendPart(api, file, sessionId, { number, offset, size }) {
  const bytes = Buffer.allocUnsafe(size);
  const { bytesRead } = await file.read(bytes, 0, size, offset);
  if (bytesRead !== size) throw new Error('The file was truncated during the upload. Run the command again.');
  const headers = { 'x-checksum-sha256': createHash('sha256').update(bytes).digest('hex') };
  await api.request('POST', `/api/v1/upload/part?session_id=${sessionId}&part_number=${number}`, { bytes, headers });
}
