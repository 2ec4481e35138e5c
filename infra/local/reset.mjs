/** `npm run reset`: ends everything and deletes all data, that of tests and benchmarks too; the cache stays. */
import { shutDown } from './session/shutdown.mjs';
import { Site } from './session/site.mjs';
import { besideStart, readSettings } from './settings.mjs';
import { deleteData } from './session/data.mjs';

const { settings } = readSettings(process.env);
for (const each of [besideStart(settings, 'test'), besideStart(settings, 'bench'), settings]) {
  const site = new Site(each, process.env);
  await shutDown(site);
  await deleteData(site);
}
new Site(settings, process.env).console.print(`All data in ${settings.dataDir} is deleted.`);
process.exit(0);
