import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { cachedFolder } from './cached-folder.js';
import { stack } from './stack.js';

const run = promisify(execFile);
const folder = resolve(import.meta.dirname, '../../python');
const installTimeoutMs = 300_000;
/** The first import of the largest client compiles thousands of files. */
const runTimeoutMs = 240_000;
const uvVersion = '0.13.9';

/** Why Python cannot be used here, with the remedy; null if it can. @param minor of the oldest version that will do. */
export async function pythonProblem(minor = 10): Promise<string | null> {
  try {
    await run('python3', ['-c', `import sys, ensurepip, venv; assert sys.version_info >= (3, ${minor})`]);
    return null;
  } catch {
    return `The Python clients were NOT tested: python3 (3.${minor} or newer) with its venv module is missing; on Debian: apt install python3-venv.`;
  }
}

/**
 * Runs a script of apps/e2e/python; its first use installs the packages of its list (`.txt`) into the cache.
 *
 * @returns its output, parsed.
 */
export function runPython(script: string, env: Record<string, string>): Promise<unknown> {
  return runPythonWith(script.replace('.py', ''), [script], env);
}

/** Runs a script of apps/e2e/python with the packages of another list. @returns its output, parsed. */
export async function runPythonWith(
  packages: string,
  [script, ...args]: readonly [string, ...string[]],
  env: Record<string, string>,
): Promise<unknown> {
  return JSON.parse(await runWith(packages, [join(folder, script), ...args], env));
}

/** Runs Python code with the packages of a list of apps/e2e/python. @returns its output */
export function runPythonText(packages: string, code: string, env: Record<string, string>): Promise<string> {
  return runWith(packages, ['-c', code], env);
}

async function runWith(packages: string, args: string[], env: Record<string, string>): Promise<string> {
  const python = join(await environment(join(folder, `${packages}.txt`)), 'bin/python');
  const options = { env: { ...process.env, ...env }, timeout: runTimeoutMs };
  return (await run(python, args, options)).stdout;
}

/** A virtual environment for each list of packages. */
function environment(requirements: string): Promise<string> {
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 16);
  return cachedFolder(`python-${version}`, async (target) => {
    const uv = join(await installer(), 'bin/uv');
    const { PIP_INDEX_URL: index } = process.env;
    const settings = { UV_CACHE_DIR: join(stack().cacheDir, 'uv'), VIRTUAL_ENV: target };
    const env = { ...process.env, ...(index && { UV_DEFAULT_INDEX: index }), ...settings };
    const options = { env, timeout: installTimeoutMs };
    await run(uv, ['venv', '--quiet', '--python', 'python3', '--no-python-downloads', target], options);
    await run(uv, ['pip', 'install', '--quiet', '--no-deps', '--requirement', requirements], options);
  });
}

/** uv, which shares packages between environments: pip takes a minute of CPU for each of them. */
function installer(): Promise<string> {
  return cachedFolder(`uv-${uvVersion}`, async (target) => {
    await run('python3', ['-m', 'venv', target], { timeout: installTimeoutMs });
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', `uv==${uvVersion}`];
    await run(join(target, 'bin/python'), pip, { timeout: installTimeoutMs });
  });
}
