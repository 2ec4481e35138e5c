import { migrate } from './migrate.js';
import type { DatabaseOptions } from '../data-source/data-source-options.js';

/**
 * The command of a service's `database/migrate.js`. Prints one line for each migration, or one sentence to standard error
 * with exit code 1.
 *
 * @param load returns the options; its error is printed like a failed migration.
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
