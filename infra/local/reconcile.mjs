/**
 * `npm run reconcile` compares topics with tables, record by record, while `npm start` runs. Exits with 0 if every
 * acknowledged record is stored.
 */
import { resources } from './environment.mjs';
import { runCommand } from './process/run-command.mjs';
import { Site } from './session/site.mjs';
import { readSettings } from './settings.mjs';

/** Services that store events. */
const services = ['interactions', 'feedback'];
const timeoutMs = 30 * 60_000;

const site = new Site(readSettings(process.env).settings, process.env);
if (!site.attach()) {
  site.console.print('Earshot is not running. Run npm start in another shell first.');
  process.exit(1);
}
let failed = false;
for (const name of services) {
  const settings = {
    KAFKA_BROKERS: await site.kafkaBrokers(),
    ...(await resources.database.settings(site, name)),
  };
  const args = [`apps/${name}/bundle/database/reconcile.js`];
  const command = site.command({ name: `reconcile-${name}`, command: 'node', args, timeoutMs }, settings);
  await runCommand({ ...command, showOutput: true }, site, new AbortController().signal).catch((error) => {
    site.console.print(error.message);
    failed = true;
  });
}
site.console.print(failed ? 'Some acknowledged records are not stored; see above.' : 'acknowledged minus stored: 0');
process.exit(failed ? 1 : 0);
