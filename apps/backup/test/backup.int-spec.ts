import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { outboxTurn } from '@earshot/persistence';
import { connect } from '../src/database/cut.js';
import { BackupFolder } from '../src/folder/backup-folder.js';
import type { Manifest } from '../src/folder/manifest.js';
import { createBackup } from '../src/create-backup.js';
import { restoreBackup } from '../src/restore-backup.js';
import { Installation } from './installation.js';

// A busy machine takes seconds to make a database and topics.
jest.setTimeout(90_000);

const folders = mkdtempSync(join(tmpdir(), 'backup-'));
const first = new Installation();
let taken = 0;

const newFolder = () => BackupFolder.create(join(folders, String((taken += 1))));
const created = async () => {
  const folder = await newFolder();
  return { folder, manifest: await createBackup(first.source(), folder) };
};

/** Everything that a restore might have written. */
const contents = async (target: Installation) => [
  await target.rows('select * from notes'),
  await target.storedRows(),
  await target.bucket.listObjectsV2(target.config().s3Bucket, '', true).toArray(),
];

beforeAll(async () => {
  await first.start();
  await first.client.query(`
    create table notes_2026_01 partition of notes for values from (minvalue) to ('2026-02-01');
    insert into books values (1), (2);
    insert into notes select n, '2026-01-15', 1 + n % 2, E'a\\ttab, a \\\\ and\\na line ' || n from generate_series(1, 2000) n;
    insert into outbox (topic) select 'gone' from generate_series(1, 41);
    delete from outbox;
    insert into outbox (topic) values ('waiting');
    insert into event_positions values ('x', 0, 7)`);
  await first.put('files/größe 1', 'content', 'text/x-notes');
});
afterAll(async () => {
  await first.stop();
  rmSync(folders, { recursive: true });
});

describe('a backup', () => {
  it('is readable only by its owner, whatever the umask', async () => {
    const umask = process.umask(0);
    const { folder } = await created().finally(() => process.umask(umask));
    const entries = readdirSync(folder.path, { withFileTypes: true, recursive: true });
    const modes = entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, entry.isDirectory(), (statSync(path).mode & 0o777).toString(8)];
    });
    expect(modes.length).toBeGreaterThan(5);
    expect(modes).toEqual(modes.map(([path, isFolder]) => [path, isFolder, isFolder ? '700' : '600']));
    expect((statSync(folder.path).mode & 0o777).toString(8)).toBe('700');
  });
});

describe('a restored installation', () => {
  const second = new Installation(first);
  beforeAll(() => second.start());
  afterAll(() => second.stop());

  it('has the rows, the objects, and the unhandled records', async () => {
    await first.insertRows('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
    const before = await first.storedRows();
    const { folder, manifest } = await created();
    expect(manifest.tables.map(({ name, rows }) => [name, rows])).toEqual([
      ['books', 2],
      ['notes', 2_000],
      ['outbox', 1],
    ]);
    const moved = { ...manifest, records: manifest.records.map((one) => ({ ...one, topic: second.topic.name })) };
    writeFileSync(folder.pathOf('manifest.json'), JSON.stringify(moved));

    // Under a new secret key, which accepts that of the backup.
    const source = second.source();
    const { secretKey } = source.config;
    const config = { ...source.config, secretKey: randomBytes(32), acceptedSecretKeys: [secretKey] };
    await restoreBackup({ ...source, config }, folder);

    for (const query of ['select * from notes order by id', 'select * from books order by id', 'select * from outbox'])
      expect(await second.rows(query)).toEqual(await first.rows(query));
    expect(await second.rows('select * from event_positions')).toEqual([]);
    expect(await second.storedRows()).toEqual(before);
    const stat = await second.bucket.statObject(second.config().s3Bucket, 'files/größe 1');
    expect([stat.size, stat.metaData['content-type']]).toEqual([7, 'text/x-notes']);
  });

  it('continues its sequences, and keeps its constraints', async () => {
    await second.client.query(`insert into outbox (topic) values ('next')`);
    expect(await second.rows(`select id from outbox where topic = 'next'`)).toEqual([{ id: '43' }]);
    await expect(second.client.query(`insert into notes values (1, '2026-01-01', 77, 'x')`)).rejects.toThrow(
      /foreign key/,
    );
  });

  it('rejects another restore', async () => {
    const { folder } = await created();
    await expect(restoreBackup(second.source(), folder)).rejects.toThrow(/has rows\. Restore into an empty/);
  });
});

describe('a restore fails before it writes anything, for', () => {
  const target = new Installation(first);
  beforeAll(() => target.start());
  afterAll(() => target.stop());
  afterEach(async () => expect(await contents(target)).toEqual([[], [[], [], []], []]));

  const changed = async (change: (manifest: Manifest, folder: BackupFolder) => void) => {
    const { folder, manifest } = await created();
    change(manifest, folder);
    writeFileSync(folder.pathOf('manifest.json'), JSON.stringify(manifest));
    return restoreBackup(target.source(), folder);
  };

  it('a file that has changed', async () => {
    const flip = changed(({ tables }, folder) => {
      const path = folder.pathOf(tables[1]?.file ?? '');
      const bytes = readFileSync(path);
      bytes[bytes.length >> 1]! ^= 1;
      writeFileSync(path, bytes);
    });
    await expect(flip).rejects.toThrow(/notes\.notes\.copy\.gz is missing or changed/);
  });

  it('a file outside of the folder', async () => {
    const escape = changed(({ objects }) => Object.assign(objects[0]!, { file: '../../../etc/passwd' }));
    await expect(escape).rejects.toThrow(/not a path within the backup/);
  });

  it('an interrupted backup', async () => {
    const folder = await newFolder();
    await expect(restoreBackup(target.source(), folder)).rejects.toThrow(/is not a complete backup/);
  });

  it('another secret key', async () => {
    await expect(changed((manifest) => (manifest.secret_key_sha256 = 'x'))).rejects.toThrow(/EARSHOT_SECRET_KEY/);
  });

  it('a backup that may contain secrets sealed with an unknown key', async () => {
    const source = first.source();
    const folder = await newFolder();
    await createBackup({ ...source, config: { ...source.config, acceptedSecretKeys: [randomBytes(32)] } }, folder);
    await expect(restoreBackup(target.source(), folder)).rejects.toThrow(/EARSHOT_SECRET_KEYS_ACCEPTED/);
  });

  it('tables of another version', async () => {
    const newer = changed((manifest) => (manifest.migrations['notes'] = ['CreateNotes1', 'AddPages2']));
    await expect(newer).rejects.toThrow(/restore with that version/);
  });
});

describe('a backup taken while a service publishes', () => {
  it('waits until each record is in the topic or in the outbox, never in neither', async () => {
    const relay = await connect(first.config().databaseUrl);
    await relay.query('begin');
    await relay.query(`select ${outboxTurn("'notes'")}`);
    await relay.query('delete from notes.outbox');
    let done = false;
    const making = created().finally(() => (done = true));
    await sleep(300);
    expect(done).toBe(false);
    const before = (await first.storedRows()).flat().length;
    await first.insertRows('published');
    await relay.query('commit');
    await relay.end();
    const { manifest } = await making;
    expect(manifest.tables.find(({ name }) => name === 'outbox')?.rows).toBe(0);
    expect(manifest.records[0]?.count).toBe(before + 1);
  });
});
