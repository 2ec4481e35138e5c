/**
 * Uploads a file in parts and creates a dataset, recipe or artifact from it.
 *
 * Run it with `npm run upload -- --help` for its options. An interrupted upload resumes when the same command runs
 * again.
 */
import { open } from 'node:fs/promises';
import { Api } from './api.mjs';
import { createFile } from './create-file.mjs';
import { readOptions, usage } from './options.mjs';
import { planParts } from './plan.mjs';
import { withProgress } from './progress.mjs';
import { resume, sendParts } from './session.mjs';
import { UploadState } from './state.mjs';

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'])
  process.once(name, () => stopping.abort(new Error('Stopped. Run the same command again to resume.')));

const { help, options, problems } = readOptions(process.argv.slice(2), process.env);
if (help) {
  console.log(usage);
  process.exit(0);
}
if (problems.length > 0) {
  console.error([...problems, '', usage].join('\n'));
  process.exit(2);
}
try {
  await upload(options);
} catch (error) {
  console.error(stopping.signal.aborted ? stopping.signal.reason.message : error.message);
  process.exitCode = 1;
}

/** @param {import('./options.mjs').UploadOptions} options */
async function upload({ url, apiKey, dataDir, path, project, target }) {
  const { signal } = stopping;
  const api = new Api({ url, apiKey, signal });
  const file = await open(path);
  try {
    const { size, mtimeMs } = await file.stat();
    if (size === 0) throw new Error(`${path} is empty.`);
    const parts = planParts(size);
    const state = new UploadState(dataDir, { url, path, size, mtimeMs, project });
    const session = await resume(api, state, { plan: parts, project, contentType: target.contentType });
    const done = new Set(session.completed_parts);
    if (done.size > 0) console.log(`Resuming: ${done.size} of ${parts.length} parts are uploaded.`);
    await withProgress('sending', { total: size, unit: 'bytes' }, (show) => {
      let sent = 0;
      const advance = (bytes) => show((sent += bytes));
      return sendParts(api, { file, session, parts, done, advance, signal });
    });
    const entity = await withProgress('processing', { total: 100, unit: 'percent' }, (show) =>
      createFile(api, { project, target, sessionId: session.session_id, show, signal }),
    );
    state.delete();
    console.log(JSON.stringify(entity, null, 2));
    if (entity.status === 'failed') process.exitCode = 1;
  } finally {
    await file.close();
  }
}
