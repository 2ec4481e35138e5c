import { expect, it } from '@jest/globals';
import { showsSettings } from '@earshot/service-kit';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from './config.js';

it('matches the table of settings in its README (npm run config-docs)', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  expect(showsSettings(readme, settings)).toBe(true);
});
