import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const generator = { name: 'datamodel-code-generator', version: '0.89.0' };
const timeoutMs = 300_000;

/**
 * Returns the first line of the Python types. It names the document that they were written from, so that a test without
 * Python notices an old one.
 *
 * @param {string} document The text of openapi.json.
 */
export function headerOf(document) {
  const digest = createHash('sha256').update(document).digest('hex').slice(0, 16);
  return `# Written by npm run clients from libs/clients/openapi.json, SHA-256 ${digest}... Do not edit.`;
}

/**
 * Writes the types of the Python client. The first run installs the generator into the cache.
 *
 * @param {string} root The workspace.
 */
export function writePythonModels(root) {
  const document = path.join(root, 'libs/clients/openapi.json');
  const run = (program, args) => execFileSync(program, args, { cwd: root, stdio: 'inherit', timeout: timeoutMs });
  const cache = process.env.EARSHOT_CACHE_DIR || path.join(root, '.local/cache');
  const place = path.join(cache, `${generator.name}-${generator.version}`);
  const program = path.join(place, 'bin/datamodel-codegen');
  if (!existsSync(program)) {
    run('python3', ['-m', 'venv', '--clear', place]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    run(path.join(place, 'bin/python'), [...pip, `${generator.name}==${generator.version}`]);
  }
  run(program, [
    ...['--input', document, '--input-file-type', 'openapi', '--target-python-version', '3.11'],
    ...['--output', path.join(root, 'libs/clients/python/src/earshot_client/models.py')],
    ...['--output-model-type', 'typing.TypedDict', '--enum-field-as-literal', 'all'],
    ...['--use-standard-collections', '--use-union-operator', '--use-schema-description', '--disable-timestamp'],
    ...['--custom-file-header', headerOf(readFileSync(document, 'utf8'))],
  ]);
}
