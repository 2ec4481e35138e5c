import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hazardsOf } from './migrations.mjs';
import { files } from './workspace.mjs';

const root = join(import.meta.dirname, '../..');

/** Migrations that do more than add, each with why the version before it runs beside it all the same. */
const explained = {
  CreateAuditLog1795700300000: 'Its function, triggers and revocations concern the table that it makes.',
  AllowFilesWithoutSession1795350000000: 'It came before the first release: no installation has the version before it.',
  CountUsage1795700000000:
    'Triggers add to a table of its own; whatever the version before writes is counted, but for parts on their way.',
  CreateHourlySummaries1795810000000:
    'Triggers add to a table of its own; whatever the version before writes is counted.',
  SearchInteractions1795900000000:
    'Indexes of the partitioned table alone have no rows; those of its partitions are made concurrently.',
  IndexStoredInteractions1796100000000:
    'Indexes of the partitioned table alone have no rows; those of its partitions are made concurrently.',
  CountInteractionsByHour1795910000000:
    'Triggers add to tables of its own; whatever the version before writes is counted.',
  CountInteractions1795700000000: 'Triggers add to a table of its own; whatever the version before writes is counted.',
};

const isMigration = (file) => /\/migrations\/\d+-\w+\.ts$/.test(file);
const migrations = await Promise.all(
  files(root, (name) => name.endsWith('.ts'))
    .filter(isMigration)
    .map(async (file) => ({ file, Migration: Object.values(await import(join(root, file)))[0] })),
);

describe('migrations', () => {
  it('are found in every service with tables', () => {
    const owners = new Set(migrations.map(({ file }) => file.split('/').slice(0, 2).join('/')));
    expect([...owners].sort()).toEqual(
      expect.arrayContaining([
        'apps/feedback',
        'apps/inference',
        'apps/interactions',
        'apps/projects',
        'apps/storage',
        'libs/persistence',
      ]),
    );
  });

  it('are listed in the order of their numbers, in which they run', async () => {
    const sources = files(root, (name) => name === 'data-source.ts');
    const listed = sources.map((file) => {
      const [, list = ''] = readFileSync(join(root, file), 'utf8').match(/migrations: \[([^\]]*)\]/) ?? [];
      return [file, [...list.matchAll(/(\d+),?\s/g)].map(([, number]) => Number(number))];
    });
    expect(listed.flatMap(([, numbers]) => numbers)).not.toHaveLength(0);
    expect(listed).toEqual(listed.map(([file, numbers]) => [file, numbers.toSorted((one, other) => one - other)]));
  });

  it.each(migrations)('$file only adds, so that the previous version keeps running', async ({ Migration }) => {
    const migration = new Migration();
    const hazards = await hazardsOf(migration);
    expect(migration.name in explained ? [] : hazards).toEqual([]);
  });

  it.each(Object.keys(explained))('%s exists and needs its listed reason', async (name) => {
    const found = migrations.map(({ Migration }) => new Migration()).find((one) => one.name === name);
    expect(found && (await hazardsOf(found))).not.toHaveLength(0);
  });
});

/** @param {string[]} statements @param {boolean} [transaction] */
const migration = (statements, transaction) => ({
  name: 'X1',
  transaction,
  up: async (queries) => {
    for (const statement of statements) await queries.query(statement);
  },
});

describe('a migration that only adds', () => {
  it.each([
    ['a table, with its indexes', ['create table a (id uuid primary key)', 'create unique index a_key on a (id)']],
    ['a column that may be empty', ['alter table a add column b text, add c numeric(3, 1)']],
    ['a column that has a value by itself', ["alter table a\n add column b text[] not null default '{}'"]],
    ['how rows are kept', ['alter table a set (fillfactor = 50)']],
    ['what it likes to its own table', ['create table a (id uuid)', 'alter table a add unique (id)']],
  ])('may add %s', async (_what, statements) => {
    expect(await hazardsOf(migration(statements))).toEqual([]);
  });

  it('may add an index to an existing table concurrently', async () => {
    const statement = 'create index concurrently if not exists a_by_age on a (created_at)';
    expect(await hazardsOf(migration([statement], false))).toEqual([]);
    expect(await hazardsOf(migration([statement]))).toHaveLength(1);
  });

  it.each([
    'drop table a',
    'alter table a drop column b',
    'alter table a rename column b to c',
    'alter table a rename to b',
    'alter table a alter column b type bigint',
    'alter table a alter column b set not null',
    'alter table a add column b text not null',
    'alter table a add column b text unique',
    'alter table a add column b text, add column c text not null',
    'alter table a add constraint b check (c > 0)',
    'alter table a add b uuid references c (id)',
    'create index a_by_age on a (created_at)',
    'create unique index concurrently a_key on a (key)',
    'delete from a',
    'truncate a',
    'create table b (id uuid); drop table a',
    'revoke select on a from b',
  ])('rejects: %s', async (statement) => {
    expect(await hazardsOf(migration([statement], false))).toHaveLength(1);
  });
});
