import { crc32 } from 'node:zlib';

/** A zip of uncompressed files (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, section 4.3). */
export function storedZip(files: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [Buffer.from(path), Buffer.from(text)];
    const common = numbers([2, 20], [2, 0x800], [2, 0], [2, 0], [2, 0x21], [4, crc32(content)]);
    const sizes = numbers([4, content.length], [4, content.length], [2, name.length], [2, 0]);
    const local = Buffer.concat([numbers([4, 0x04034b50]), common, sizes, name, content]);
    const place = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
    directory.push(numbers([4, 0x02014b50], [2, 20]), common, sizes, place, name);
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const count = Object.keys(files).length;
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, central.length],
    [4, offset],
    [2, 0],
  );
  return Buffer.concat([...locals, central, end]);
}

/** Little-endian numbers with their sizes in bytes. */
function numbers(...fields: readonly (readonly [bytes: number, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}
