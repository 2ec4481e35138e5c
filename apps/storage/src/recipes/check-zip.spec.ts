import { randomBytes } from 'node:crypto';
import { overloaded } from '@earshot/errors';
import { describe, expect, it } from '@jest/globals';
import { zipOf, type ZipPart } from '../../test/zip-maker.js';
import { checkZip } from './check-zip.js';

const main: ZipPart = { path: 'main.py', content: 'print("hello")' };

function check(zip: Buffer, entryPoint = 'main.py') {
  const read = (first: number, last: number) => Promise.resolve(zip.subarray(first, last + 1));
  return checkZip({ size: zip.length, read, entryPoint });
}

const reasonFor = (parts: ZipPart[], options?: { entryCount?: number }) =>
  check(zipOf(parts, options)).then(
    () => 'taken',
    (error: Error) => error.message,
  );

describe('a zip', () => {
  it('is accepted with files and folders, compressed and not', async () => {
    const parts: ZipPart[] = [
      main,
      { path: 'lib/', content: '', method: 0, mode: 0o040755 },
      { path: 'lib/größe.txt', content: 'x'.repeat(100_000) },
      { path: 'lib/deep/er/data.bin', content: randomBytes(9_000_000), method: 0 },
      { path: 'empty' },
    ];
    expect(await check(zipOf(parts))).toEqual({ entries: 5, unpackedBytes: 14 + 100_000 + 9_000_000 });
  });

  it('begins with the file that is named', async () => {
    expect(await check(zipOf([{ path: 'src/run.py' }]), 'src/run.py')).toMatchObject({ entries: 1 });
    for (const entryPoint of ['main.py', 'src', 'src/', 'run.py']) {
      await expect(check(zipOf([{ path: 'src/run.py' }]), entryPoint)).rejects.toMatchObject({
        code: 'entry_point_missing',
        param: 'entry_point',
      });
    }
  });

  it.each(['../main.py', 'a/../../b', '/etc/passwd', 'C:/x', 'a\\b', '..'])(
    'is refused where a path leads out of its folder: %s',
    async (path) => {
      expect(await reasonFor([main, { path }])).toMatch(/^The zip is invalid: .*(path|characters|name)/);
    },
  );

  it.each(['a//b', './a', 'a/./b', 'a\nb', 'a\0b', `${'a'.repeat(1_025)}`])(
    'is refused where a path is not sound: %j',
    async (path) => {
      expect(await reasonFor([main, { path }])).toContain('the path');
    },
  );

  const link = Buffer.from('target');
  it.each<[string, Partial<ZipPart>, string]>([
    ['a symbolic link', { mode: 0o120777 }, 'is a link'],
    ['a link by a field of ASi', { extra: asi(0o120777, link) }, 'is a link'],
    [
      'a link by a field of PKWARE',
      { extra: extraField(0x000d, Buffer.concat([Buffer.alloc(12), link])) },
      'is a link',
    ],
    ['a device', { mode: 0o060644 }, 'neither a file nor a folder'],
    ['encrypted', { flags: 1 }, 'is encrypted'],
    ['encrypted strongly', { flags: 0x41 }, 'encryption'],
    ['encrypted with AES', { method: 99 }, 'is encrypted'],
    ['packed otherwise', { method: 12 }, 'compression method 12'],
    ['not what its checksum says', { crc: 1 }, 'checksum is wrong'],
    ['longer than it says', { size: 3 }, 'too many bytes'],
    ['shorter than it says', { size: 30 }, 'not enough bytes'],
    ['not what its own header says', { localPath: 'else' }, 'differ for'],
  ])('is rejected when a file is %s', async (_, fault, reason) => {
    expect(await reasonFor([main, { path: 'a.txt', content: 'contents', ...fault }])).toContain(reason);
  });

  it('is rejected with a path that is there twice, or that is both a file and a folder', async () => {
    expect(await reasonFor([main, main])).toContain('"main.py" twice');
    expect(await reasonFor([main, { path: 'a' }, { path: 'a/b' }])).toContain('"a" is both a file and a folder');
  });

  it('is rejected before it is unpacked when it would be too large', async () => {
    const [half, rest] = [300 * 1_048_576, 250 * 1_048_576];
    expect(await reasonFor([main, { path: 'a', size: half }, { path: 'b', size: rest }])).toContain('exceed 536870912');
  });

  it('is rejected when it unpacks to more than it declares: a bomb', async () => {
    expect(await reasonFor([{ ...main, content: Buffer.alloc(50_000_000), size: 100 }])).toContain('too many bytes');
  });

  it('is rejected when files share their bytes: a bomb', async () => {
    const parts = [
      main,
      { path: 'a', content: Buffer.alloc(10_000) },
      { path: 'b', content: Buffer.alloc(10_000), sameAs: 1 },
    ];
    expect(await reasonFor(parts)).toContain('overlaps');
  });

  it('is rejected with more than 10,000 entries, and accepted with as many', async () => {
    const parts = [main, ...Array.from({ length: 9_999 }, (_, at) => ({ path: `f${at}`, method: 0 }))];
    expect(await reasonFor(parts)).toBe('taken');
    expect(await reasonFor([...parts, { path: 'one-more' }])).toContain('more than 10000 entries');
  }, 60_000);

  it('may nest as deep as its paths are long, in each of its files', async () => {
    const parts = Array.from({ length: 2_000 }, (_, at) => ({ path: `${at}${'/a'.repeat(500)}`, method: 0 }));
    expect(await reasonFor([main, ...parts])).toBe('taken');
    expect(await reasonFor([main, ...parts, { path: `7${'/a'.repeat(300)}` }])).toContain(
      'is both a file and a folder',
    );
  }, 60_000);

  it.each([
    ['no zip', Buffer.from('hello')],
    ['empty', Buffer.alloc(0)],
    ['cut short', zipOf([main]).subarray(0, 60)],
    ['without its beginning', zipOf([main]).subarray(10)],
    ['changed in the middle', changed(zipOf([{ ...main, content: randomBytes(1_000) }]), 500)],
  ])('is rejected when it is %s', async (_, zip) => {
    const message = expect.stringMatching(/^The zip is invalid: [^.].*[^.]\.$/);
    await expect(check(zip)).rejects.toMatchObject({ code: 'recipe_invalid', param: 'upload_session_id', message });
  });

  it('is neither accepted nor rejected while it cannot be read', async () => {
    const away = overloaded('service_unavailable', 'away', 1);
    const read = () => Promise.reject(away);
    await expect(checkZip({ size: 1_000, read, entryPoint: 'main.py' })).rejects.toBe(away);
  });
});

function changed(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] as number) ^ 0xff;
  return bytes;
}

function extraField(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

function asi(mode: number, link: Buffer): Buffer {
  const data = Buffer.alloc(14);
  data.writeUInt16LE(mode, 4);
  return extraField(0x756e, Buffer.concat([data, link]));
}
