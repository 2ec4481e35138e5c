/**
 * `npm run sign-in` prints a link that signs a browser in with the administrator's key, once, while `npm start` runs.
 */
import { createSignInLink } from './session/sign-in-link.mjs';
import { Site } from './session/site.mjs';
import { readSettings } from './settings.mjs';

const site = new Site(readSettings(process.env).settings, process.env);
const running = site.attach() ? site.records.supervisor() : null;
if (running === null) {
  site.console.print('Earshot is not running. Run npm start in another shell first.');
  process.exit(1);
}
try {
  const link = await createSignInLink(running.url ?? (await site.url()), site.adminKey());
  site.console.print(`Open ${link} in a browser. The link works once, for 10 minutes.`);
} catch (error) {
  site.console.print(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
