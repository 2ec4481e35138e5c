import { topics } from '@earshot/contracts';
import { SettingsError } from '@earshot/service-kit';
import { loadConfig } from './config.js';
import { TargetError } from './database/fill-database.js';
import { saveLedger } from './erasures/erasure-ledger.js';
import { BackupFolder, FolderError } from './folder/backup-folder.js';
import { createBackup, type BackupSource } from './create-backup.js';
import { restoreBackup } from './restore-backup.js';

/** Where a run writes its lines. */
export interface Output {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

const usage = 'Usage: backup make <folder>, backup restore <folder> [<ledger>], or backup erasures <ledger>';

/** Topics of a backup: events, and unprocessed commands in dead letters. Callers repeat commands without a reply. */
const included = topics.filter(
  ({ name, lane }) => lane === 'event' || (lane === 'command' && name.endsWith('.dead-letters')),
);

/**
 * Runs `make <folder>`, `restore <folder> [<ledger>]`, or `erasures <ledger>`, which writes the ledger of erasures.
 *
 * @returns the exit code: 0, or 1 for an invalid setting, folder or installation, with the reason on `err`.
 */
export async function runCommand(args: readonly string[], output: Output): Promise<number> {
  const [action, path, ledger, ...others] = args;
  const actions = ['make', 'restore', 'erasures'];
  const known = actions.includes(action ?? '') && (ledger === undefined || action === 'restore');
  if (path === undefined || others.length > 0 || !known) {
    output.err(usage);
    return 1;
  }
  try {
    const source: BackupSource = { config: loadConfig(), topics: included, printLine: output.out };
    if (action === 'make') await createBackup(source, await BackupFolder.create(path));
    else if (action === 'restore') await restoreBackup(source, BackupFolder.open(path), ledger);
    else output.out(`${await saveLedger(source.config.databaseUrl, path)} erasures`);
    return 0;
  } catch (error) {
    if (!isExpected(error) && !isUnreachable(error)) throw error;
    output.err(isExpected(error) ? error.message : `A server cannot be reached: ${(error as Error).message}`);
    return 1;
  }
}

/** Codes of socket errors (https://nodejs.org/api/errors.html#common-system-errors). */
const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENOTFOUND', 'ETIMEDOUT']);

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return unreachable.has((error as NodeJS.ErrnoException).code ?? '') || isUnreachable(error.cause);
}

function isExpected(error: unknown): error is Error {
  return error instanceof SettingsError || error instanceof FolderError || error instanceof TargetError;
}
