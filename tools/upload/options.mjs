import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** @typedef {{ kind: 'datasets' | 'recipes' | 'artifacts', body: Record<string, string>, contentType: string }} Target What to create from the file. */

/**
 * @typedef {object} UploadOptions
 * @property {string} url Base address of the installation.
 * @property {string} apiKey
 * @property {string} dataDir Folder for the state of uploads.
 * @property {string} path Absolute path of the file.
 * @property {string} project Id or key.
 * @property {Target} target
 */

/** Printed by `--help`, and after problems with the command line. */
export const usage = `Usage: npm run upload -- --project <key> <target> <file>

Uploads a file in parts and creates a dataset, recipe or artifact from it.
Run the same command again to resume an interrupted upload.

Targets (exactly one):
  --dataset <key>     a dataset of a JSONL file
  --recipe <key>      a recipe of a zip file
  --artifact <name>   an artifact of any file

Options:
  --project <key>     key or id of the project
  --help              print this text

Environment:
  EARSHOT_URL         address of the installation (default: http://127.0.0.1:8080)
  EARSHOT_API_KEY     API key with the permission 'data'
                      (default: the key that 'npm start' created in EARSHOT_DATA_DIR)
  EARSHOT_DATA_DIR    folder of keys and upload state (default: .local)

Example:
  EARSHOT_URL=https://earshot.example.com EARSHOT_API_KEY=es_... \\
    npm run upload -- --project demo --dataset tickets tickets.jsonl`;

const targets = {
  dataset: { kind: 'datasets', field: 'key', contentType: 'application/x-ndjson' },
  recipe: { kind: 'recipes', field: 'key', contentType: 'application/zip' },
  artifact: { kind: 'artifacts', field: 'name', contentType: 'application/octet-stream' },
};

/**
 * Reads the command line and the environment. Reports all problems at once.
 *
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ help: boolean, options: UploadOptions | null, problems: string[] }}
 */
export function readOptions(args, env) {
  const text = { type: 'string' };
  const { values, positionals } = parseArgs({
    args,
    strict: false,
    options: {
      project: text,
      dataset: text,
      recipe: text,
      artifact: text,
      help: { type: 'boolean', short: 'h' },
    },
  });
  const { project, help, ...rest } = values;
  if (help) return { help: true, options: null, problems: [] };
  const problems = Object.keys(rest)
    .filter((name) => !(name in targets))
    .map((name) => `Unknown option --${name}.`);
  const given = Object.keys(targets).filter((name) => typeof values[name] === 'string' && values[name] !== '');
  if (typeof project !== 'string' || project === '') problems.push('--project is missing.');
  if (given.length !== 1) problems.push('Give exactly one of --dataset, --recipe and --artifact.');
  if (positionals.length !== 1) problems.push('Give exactly one file.');
  else if (!existsSync(positionals[0])) problems.push(`The file ${positionals[0]} does not exist.`);
  const dataDir = path.resolve(env.EARSHOT_DATA_DIR || '.local');
  const apiKey = env.EARSHOT_API_KEY || storedKey(dataDir, project);
  if (apiKey === null) problems.push(`EARSHOT_API_KEY is not set, and ${dataDir} has no key.`);
  if (problems.length > 0) return { help: false, options: null, problems };
  const { kind, field, contentType } = targets[given[0]];
  const target = { kind, body: { [field]: values[given[0]] }, contentType };
  const url = (env.EARSHOT_URL || `http://127.0.0.1:${env.PORT || 8080}`).replace(/\/+$/, '');
  const options = { url, apiKey, dataDir, path: path.resolve(positionals[0]), project, target };
  return { help: false, options, problems };
}

/** The key that `npm start` created: for the demo project its own, for any other the key of the installation. */
function storedKey(dataDir, project) {
  const file = path.join(dataDir, project === 'demo' ? 'demo-key' : 'admin-key');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}
