/**
 * `npm run upload -- --project demo --dataset tickets tickets.jsonl`: sends a file in parts, several at a time, and makes a dataset, recipe or
 * artifact of it. Ended with Ctrl-C, or by whatever happens, it goes on where it was when it is called again.
 *
 * EARSHOT_URL where the installation is (http://127.0.0.1:8080), EARSHOT_API_KEY a key with the permission `data`; without one, those that `npm
 * start` keeps in EARSHOT_DATA_DIR (.local).
 */
import { open } from 'node:fs/promises';
import cliProgress from 'cli-progress';
import { Api } from './api.mjs';
import { readOptions, usage } from './options.mjs';
import { makeFile } from './make-file.mjs';
import { planParts } from './plan.mjs';
import { UploadState } from './state.mjs';
import { resume, sendParts } from './session.mjs';

const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort(new Error('Stopped. The same command goes on from here.')));
process.once('SIGTERM', () => stopping.abort(new Error('Stopped. The same command goes on from here.')));

const { options, problems } = readOptions(process.argv.slice(2), process.env);
if (problems.length > 0) {
  console.error([...problems, usage].join('\n'));
  process.exit(2);
}
try {
  await upload(options);
} catch (error) {
  console.error(stopping.signal.aborted ? stopping.signal.reason.message : error.message);
  process.exitCode = 1;
}

/** @param {import('./options.mjs').UploadOptions} options */
async function upload({ url, apiKey, dataDir, path, project, made }) {
  const api = new Api({ url, apiKey, signal: stopping.signal });
  const file = await open(path);
  try {
    const { size, mtimeMs } = await file.stat();
    if (size === 0) throw new Error(`${path} is empty.`);
    const plan = planParts(size);
    const state = new UploadState(dataDir, { url, path, size, mtimeMs, project });
    const session = await resume(api, state, { plan, project, contentType: made.contentType });
    const done = new Set(session.completed_parts);
    if (done.size > 0) console.log(`Going on: ${done.size} of ${plan.length} parts are there.`);
    await withBar('sending', size, (advance) =>
      sendParts(api, { file, session, parts: plan, done, advance, signal: stopping.signal }),
    );
    const entity = await withBar('processing', 100, (_, show) =>
      makeFile(api, { project, made, sessionId: session.session_id, show, signal: stopping.signal }),
    );
    state.forget();
    console.log(JSON.stringify(entity, null, 2));
    if (entity.status === 'failed') process.exitCode = 1;
  } finally {
    await file.close();
  }
}

/**
 * @template T
 * @param {string} doing
 * @param {number} total
 * @param {(advance: (by: number) => void, show: (value: number) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withBar(doing, total, work) {
  const format = `${doing} [{bar}] {percentage}% {value}/{total}, {eta_formatted} left`;
  const formatValue = total > 100 ? inMebibytes : cliProgress.Format.ValueFormat;
  const bar = new cliProgress.SingleBar({ format, formatValue, hideCursor: true }, cliProgress.Presets.shades_classic);
  bar.start(total, 0);
  try {
    return await work(
      (by) => bar.increment(by),
      (value) => bar.update(value),
    );
  } finally {
    bar.stop();
  }
}

/** @param {number} value @param {object} _options @param {string} type */
function inMebibytes(value, _options, type) {
  return type === 'value' || type === 'total' ? `${(value / 1_048_576).toFixed(1)} MiB` : String(value);
}
