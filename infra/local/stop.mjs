/** `npm run stop`: ends what `npm start` has started, from another shell, and what a killed one has left behind. */
import { shutDown } from './session/shutdown.mjs';
import { Site } from './session/site.mjs';
import { readSettings } from './settings.mjs';

const site = new Site(readSettings(process.env).settings, process.env);
site.console.print((await shutDown(site)) ? 'Stopped.' : 'Nothing was running.');
process.exit(0);
