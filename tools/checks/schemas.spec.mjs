import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemasNamedIn } from './schemas.mjs';
import { files } from './workspace.mjs';

const root = join(import.meta.dirname, '../..');
const [, list = ''] = /array\[([^\]]+)\]/.exec(readFileSync(join(root, 'infra/postgres/init.sql'), 'utf8')) ?? [];
const schemas = [...list.matchAll(/'(\w+)'/g)].map(([, schema]) => schema);
const sources = files(root, (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));

describe('the statements of a service', () => {
  it.each(schemas)('of %s name no schema, so that it can use its own PostgreSQL', (schema) => {
    const own = sources.filter((file) => file.startsWith(`apps/${schema.replaceAll('_', '-')}/src/`));
    expect(own.length).toBeGreaterThan(0);
    const named = own.flatMap((file) =>
      schemasNamedIn(readFileSync(join(root, file), 'utf8'))
        .filter((name) => schemas.includes(name))
        .map((name) => `${file} names ${name}`),
    );
    expect(named).toEqual([]);
  });

  it('are detected when they name a schema in reads, joins, writes and changes of tables', () => {
    const text = `select * from feedback.metrics join "storage"."files" on true; insert into projects.projects;
      update interactions.erasures; alter table inference.models; delete from only storage.files`;
    expect(schemasNamedIn(text)).toEqual(['feedback', 'storage', 'projects', 'interactions', 'inference', 'storage']);
    expect(schemasNamedIn('select interactions.attempt from interactions where feedback.value > 0')).toEqual([]);
  });
});
