/** `npm run reset` stops everything and deletes all data, including that of tests and benchmarks. The cache stays. */
import { shutDown } from './session/shutdown.mjs';
import { Site } from './session/site.mjs';
import { isolatedSettings, readSettings } from './settings.mjs';
import { deleteData } from './session/data.mjs';

const { settings } = readSettings(process.env);
for (const each of [isolatedSettings(settings, 'test'), isolatedSettings(settings, 'bench'), settings]) {
  const site = new Site(each, process.env);
  await shutDown(site);
  await deleteData(site);
}
new Site(settings, process.env).console.print(`Deleted all data in ${settings.dataDir}.`);
process.exit(0);
