/**
 * `npm run backup -- <folder>` backs up the running installation.
 * `npm run backup -- erasures <file>` writes only the ledger of erasures. `npm run restore` restores a backup.
 */
import path from 'node:path';
import { backupSettings } from './environment.mjs';
import { runCommand } from './process/run-command.mjs';
import { Site } from './session/site.mjs';
import { readSettings } from './settings.mjs';

const timeoutMs = 6 * 3_600_000;

const site = new Site(readSettings(process.env).settings, process.env);
const args = process.argv.slice(2);
const isLedger = args[0] === 'erasures';
const folder = isLedger ? args[1] : args[0];
process.exit(await main());

/** @returns {Promise<number>} The exit code. */
async function main() {
  if (!folder) return fail('The folder is missing. Usage: npm run backup -- <folder>');
  if (!site.attach()) return fail('Earshot is not running. Run npm start in another shell first.');
  const action = isLedger ? 'erasures' : 'make';
  const command = site.command(
    { name: 'backup', command: 'node', args: ['apps/backup/dist/main.js', action, path.resolve(folder)], timeoutMs },
    await backupSettings(site),
  );
  try {
    await runCommand({ ...command, showOutput: true }, site, new AbortController().signal);
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
  if (isLedger) return 0;
  site.console.print(`Backed up to ${folder}. Back up ${site.layout.secretKey} separately.`);
  return 0;
}

/** @param {string} problem */
function fail(problem) {
  site.console.print(problem);
  return 1;
}
