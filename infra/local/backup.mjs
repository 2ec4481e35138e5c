/** `npm run backup -- <folder>`: backs up what `npm start` runs, which goes on meanwhile; `-- erasures <file>` writes the ledger of erasures alone. `infra/local/restore.mjs` brings it back. */
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
  if (!folder) return refuse('Say where to: npm run backup -- <folder>');
  if (!site.attach()) return refuse('Nothing is running: npm start first, in another shell.');
  const action = isLedger ? 'erasures' : 'make';
  const command = site.command(
    { name: 'backup', command: 'node', args: ['apps/backup/dist/main.js', action, path.resolve(folder)], timeoutMs },
    await backupSettings(site),
  );
  try {
    await runCommand({ ...command, showOutput: true }, site, new AbortController().signal);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  if (isLedger) return 0;
  site.console.print(`Backed up to ${folder}. Keep ${site.layout.secretKey} too, in another place.`);
  return 0;
}

/** @param {string} problem */
function refuse(problem) {
  site.console.print(problem);
  return 1;
}
