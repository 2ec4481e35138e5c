import { migrate } from './migrate.js';
import type { DatabaseOptions } from '../data-source/database-options.js';

/**
 * The whole of a service's `database/migrate.js`: one line for each migration on standard output, or one sentence on
 * standard error and exit code 1.
 *
 * @param load makes the options; what it throws is told like a failed migration.
 */
export async function migrateCommand(load: () => DatabaseOptions): Promise<void> {
  try {
    const options = load();
    const applied = await migrate(options);
    const lines = applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['nothing to apply'];
    process.stdout.write(lines.map((line) => `${options.schema}: ${line}\n`).join(''));
  } catch (error) {
    process.stderr.write(`Could not migrate: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
