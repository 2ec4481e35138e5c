import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { setting, wholeNumber } from './settings.js';
import { showsSettings, withSettingsTable } from './settings-table.js';

describe(withSettingsTable.name, () => {
  const settings = {
    url: setting('DATABASE_URL', z.string(), 'Where the database is.'),
    port: setting('PORT', wholeNumber(0, 65_535).default(80), 'Port.'),
  };
  const readme = '# X\n\n<!-- settings: written by npm run config-docs -->\nold\n<!-- /settings -->\n\nMore.\n';

  it('replaces only the table, and changes nothing on a second run', () => {
    const once = withSettingsTable(readme, settings);
    expect(once).toContain('| `DATABASE_URL` | required | Where the database is. |\n| `PORT` | `80` | Port. |\n');
    expect(once.startsWith('# X\n\n') && once.endsWith('\n\nMore.\n') && !once.includes('old')).toBe(true);
    expect(withSettingsTable(once, settings)).toBe(once);
  });

  it('matches an equal table with other alignment', () => {
    const current = withSettingsTable(readme, settings);
    const aligned = current.replace('| variable |', '| variable     |').replace('| --- |', '| ------------ |');
    expect([showsSettings(aligned, settings), showsSettings(readme, settings)]).toEqual([true, false]);
  });

  it('rejects a README without markers', () => {
    expect(() => withSettingsTable('# X\n', settings)).toThrow(/has no lines/);
  });
});
