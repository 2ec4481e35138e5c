/** `npm run stop` stops the running installation, and processes that a killed one left. */
import { shutDown } from './session/shutdown.mjs';
import { Site } from './session/site.mjs';
import { readSettings } from './settings.mjs';

const site = new Site(readSettings(process.env).settings, process.env);
site.console.print((await shutDown(site)) ? 'Stopped.' : 'Earshot was not running.');
process.exit(0);
