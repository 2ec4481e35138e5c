import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** @typedef {{ kind: 'datasets' | 'recipes' | 'artifacts', body: Record<string, string>, contentType: string }} Made What is made of the file. */

/**
 * @typedef {object} UploadOptions
 * @property {string} url Origin of the installation.
 * @property {string} apiKey
 * @property {string} dataDir Where is kept how far an upload has come.
 * @property {string} path Of the file, absolute.
 * @property {string} project Id or key.
 * @property {Made} made
 */

/** How the command is called. */
export const usage = 'npm run upload -- --project <key> (--dataset <key> | --recipe <key> | --artifact <name>) <file>';

const kinds = {
  dataset: { kind: 'datasets', field: 'key', contentType: 'application/x-ndjson' },
  recipe: { kind: 'recipes', field: 'key', contentType: 'application/zip' },
  artifact: { kind: 'artifacts', field: 'name', contentType: 'application/octet-stream' },
};

/**
 * What the command line and the environment ask for. All problems are told at once.
 *
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ options: UploadOptions, problems: string[] }}
 */
export function readOptions(args, env) {
  const text = { type: 'string' };
  const { values, positionals } = parseArgs({
    args,
    strict: false,
    options: { project: text, dataset: text, recipe: text, artifact: text },
  });
  const { project, ...rest } = values;
  const problems = Object.keys(rest)
    .filter((name) => !(name in kinds))
    .map((name) => `There is no option --${name}.`);
  const asked = Object.keys(kinds).filter((name) => typeof values[name] === 'string' && values[name] !== '');
  if (typeof project !== 'string' || project === '') problems.push('--project is missing.');
  if (asked.length !== 1) problems.push('Exactly one of --dataset, --recipe and --artifact is needed.');
  if (positionals.length !== 1) problems.push('Exactly one file is needed.');
  else if (!existsSync(positionals[0])) problems.push(`There is no file ${positionals[0]}.`);
  const dataDir = path.resolve(env.EARSHOT_DATA_DIR || '.local');
  const apiKey = env.EARSHOT_API_KEY || keptKey(dataDir, project);
  if (apiKey === null) problems.push(`EARSHOT_API_KEY is not set, and there is no key in ${dataDir}.`);
  if (problems.length > 0) return { options: null, problems };
  const { kind, field, contentType } = kinds[asked[0]];
  const made = { kind, body: { [field]: values[asked[0]] }, contentType };
  const url = env.EARSHOT_URL || `http://127.0.0.1:${env.PORT || 8080}`;
  return { options: { url, apiKey, dataDir, path: path.resolve(positionals[0]), project, made }, problems };
}

/** The key that `npm start` made: that of the demo project, or the installation's for any other. */
function keptKey(dataDir, project) {
  const file = path.join(dataDir, project === 'demo' ? 'demo-key' : 'admin-key');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}
