// npm run config-docs: updates the settings table in every app's README. Needs a build.
import { withSettingsTable } from '@earshot/service-kit';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const apps = join(import.meta.dirname, '../../apps');

for (const app of readdirSync(apps)) {
  const compiled = join(apps, app, 'dist/config.js');
  const readme = join(apps, app, 'README.md');
  if (!existsSync(compiled) || !existsSync(readme)) continue;
  const { settings } = await import(pathToFileURL(compiled).href);
  writeFileSync(readme, withSettingsTable(readFileSync(readme, 'utf8'), settings));
}
