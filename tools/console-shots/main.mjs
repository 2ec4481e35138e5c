/**
 * `npm run console:shots` makes screenshots of every view of the console of a running installation, in light, dark and
 * narrow.
 *
 * It fills a project of its own with real chats, feedback and comparisons first. The files are in `.local/shots`; with
 * `--docs`, those of the README are written to `docs/images` too.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Site } from '../../infra/local/session/site.mjs';
import { readSettings } from '../../infra/local/settings.mjs';
import { openBrowser } from './browser.mjs';
import { seed } from './seed.mjs';
import { viewsOf } from './views.mjs';

const variants = [
  { name: 'light', theme: 'light', width: 1280, height: 800 },
  { name: 'dark', theme: 'dark', width: 1280, height: 800 },
  { name: 'narrow', theme: 'light', width: 390, height: 844 },
];
/** Pictures of the README: view and variant. */
const documented = { playground: 'light', campaign: 'dark' };

const site = new Site(readSettings(process.env).settings, process.env);
if (!site.attach()) {
  site.console.print('Earshot is not running. Run npm start in another shell first.');
  process.exit(1);
}
const url = await site.url();
const key = site.adminKey();
const folder = path.join(site.root, '.local/shots');
const docs = process.argv.includes('--docs') ? path.join(site.root, 'docs/images') : null;
for (const dir of [folder, docs]) if (dir !== null) await mkdir(dir, { recursive: true });

const project = await seed({ url, key, log: (text) => site.console.log(text) });
const browser = await openBrowser();
try {
  for (const variant of variants) {
    const context = await browser.open({ url, key, ...variant });
    for (const { name, address, prepare } of viewsOf(project)) {
      const page = await context.view(address);
      await prepare?.(page);
      const file = `${name}-${variant.name}.png`;
      await page.screenshot({ path: path.join(folder, file) });
      if (docs !== null && documented[name] === variant.name)
        await page.screenshot({ path: path.join(docs, `console-${name}.png`) });
      await page.close();
      site.console.log(file);
    }
    await context.close();
  }
} finally {
  await browser.close();
}
site.console.print(`Screenshots are in ${folder}`);
