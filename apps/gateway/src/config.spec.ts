import { expect, it } from '@jest/globals';
import { showsSettings } from '@earshot/service-kit';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from './config.js';

it('has its settings in its README as they are (npm run config-docs)', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  expect(showsSettings(readme, settings)).toBe(true);
});

it.each(['gateway-0', 'a_b.example', '10.0.0.7', 'fd00::7'])('is reached by a host name or an address: %s', (host) => {
  expect(settings.directHost.schema.safeParse(host).success).toBe(true);
});

it.each(['', 'a:b', '10.0.0.999', '10.0.0.7:8082', '[fd00::7]', 'a/b', 'a b'])(
  'refuses at the start a host by which nobody would reach it: "%s"',
  (host) => {
    expect(settings.directHost.schema.safeParse(host).success).toBe(false);
  },
);
