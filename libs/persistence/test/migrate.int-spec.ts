import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { dataSourceOptions, migrate } from '@earshot/persistence';
import { createTestDatabase, type TestDatabase } from '@earshot/persistence/testing';
import { DataSource, type MigrationInterface } from 'typeorm';
import { openDataSource } from '../src/data-source/open-data-source.js';
import { persistenceMigrations } from '../src/data-source/data-source-options.js';
import { adminUrl, notesDatabase, silent } from './notes.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

class Broken1763700000000 implements MigrationInterface {
  readonly name = 'Broken1763700000000';

  async up(queries: Parameters<MigrationInterface['up']>[0]): Promise<void> {
    await queries.query('create table half (id int)');
    await queries.query('select nothing');
  }

  async down(): Promise<void> {
    throw new Error('never applied');
  }
}

describe(migrate.name, () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase(adminUrl, 'notes');
  });

  afterEach(async () => database.drop());

  it('applies missing migrations once when several processes run them', async () => {
    const options = notesDatabase(database.url);
    const applied = await Promise.all([migrate(options), migrate(options), migrate(options)]);
    const names = persistenceMigrations.map((each) => new each().name);
    expect(applied.flat()).toEqual([...names, 'CreateNotes1763600000000']);
    expect(await migrate(options)).toEqual([]);
  });

  it('rolls back a failed migration and keeps earlier ones', async () => {
    const options = notesDatabase(database.url);
    const broken = { ...options, migrations: [...options.migrations, Broken1763700000000] };
    await expect(migrate(broken)).rejects.toThrow('column "nothing" does not exist');
    expect(await migrate(options)).toEqual([]);
    const dataSource = await new DataSource(dataSourceOptions(options)).initialize();
    expect(await dataSource.query("select to_regclass('half') as found")).toEqual([{ found: null }]);
    await dataSource.destroy();
  });

  it('names the schema that is missing', async () => {
    await expect(migrate({ ...notesDatabase(database.url), schema: 'elsewhere' })).rejects.toThrow(
      "there is no schema 'elsewhere'",
    );
  });

  it('stops a service from starting without its migrations, and names them', async () => {
    const opening = openDataSource(notesDatabase(database.url), silent, 0);
    await expect(opening).rejects.toThrow(/'notes' lacks migrations .*CreateNotes1763600000000/);
  });

  it('makes a service wait for a running migration', async () => {
    const opening = openDataSource(notesDatabase(database.url), silent);
    await migrate(notesDatabase(database.url));
    const dataSource = await opening;
    expect(dataSource.isInitialized).toBe(true);
    await dataSource.destroy();
  });
});
