import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Applier, PlacedError } from './changes/applier.js';
import { ConfigError, loadConfig } from './config.js';
import { DeclarationError } from './declaration/problem.js';
import { readDeclaration } from './declaration/read-declaration.js';
import { resolveSecrets } from './declaration/resolve-secrets.js';
import { ApiClient } from './installation/api-client.js';

/** Where a run writes its lines. */
export interface Output {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

const usage = 'Usage: apply [--check] <earshot.yaml>';

/** The arguments are invalid. */
class UsageError extends Error {}

/**
 * Applies a declaration to an installation. With `--check` it validates the file only, without installation and
 * secrets.
 *
 * @returns the exit code: 0, or 1 for an invalid file, setting or request, with the reason on `err`.
 */
export async function runApply(args: readonly string[], output: Output): Promise<number> {
  try {
    const { check, file } = parse(args);
    if (check) readDeclaration(file, await readText(file));
    else await apply(file, output);
    return 0;
  } catch (error) {
    if (!isExpected(error)) throw error;
    output.err(error.message);
    return 1;
  }
}

async function apply(file: string, output: Output): Promise<void> {
  const config = loadConfig();
  const { declaration, source } = readDeclaration(file, await readText(file));
  const complete = resolveSecrets(declaration, source, file, dirname(resolve(file)));
  const applier = new Applier(new ApiClient(config.url, config.adminKey), output.out);
  try {
    const { created, changed, unchanged } = await applier.apply(complete);
    output.out(`${file}: ${created} created, ${changed} changed, ${unchanged} unchanged`);
  } catch (error) {
    if (!(error instanceof PlacedError)) throw error;
    throw new DeclarationError(file, [{ position: source.positionOf(error.path), message: error.message }]);
  }
}

function parse(args: readonly string[]): { check: boolean; file: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { check: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) throw new UsageError(usage);
    return { check: values.check, file };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${(error as Error).message}\n${usage}`);
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function isExpected(error: unknown): error is Error {
  return error instanceof DeclarationError || error instanceof ConfigError || error instanceof UsageError;
}
