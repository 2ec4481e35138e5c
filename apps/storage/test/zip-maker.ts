import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a zip; what is left out is as it should be. */
export interface ZipPart {
  readonly path: string;
  readonly content?: Buffer | string;
  /** Zip's number of it: 8 is deflate, 0 is none. */
  readonly method?: number;
  /** General purpose bits; bit 0 says that it is encrypted. */
  readonly flags?: number;
  /** Unix mode. */
  readonly mode?: number;
  readonly extra?: Buffer;
  /** What the headers say of it. */
  readonly crc?: number;
  readonly size?: number;
  /** Path in its own header, where that differs from the directory. */
  readonly localPath?: string;
  /** Index of the part whose bytes it has, in place of its own. */
  readonly sameAs?: number;
}

const utf8 = 0x800;
const unix = 3 << 8;

/** A zip of these parts, sound or not. */
export function zipOf(parts: readonly ZipPart[], { entryCount = parts.length } = {}): Buffer {
  const locals: Buffer[] = [];
  const offsets: number[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const content = Buffer.from(part.content ?? '');
    const packed = (part.method ?? 8) === 0 ? content : deflateRawSync(content);
    offsets.push(part.sameAs === undefined ? offset : (offsets[part.sameAs] as number));
    if (part.sameAs === undefined) {
      const name = Buffer.from(part.localPath ?? part.path);
      const local = Buffer.concat([u32(0x04034b50), fields(part, content, packed, name.length), u16(0), name, packed]);
      locals.push(local);
      offset += local.length;
    }
    const name = Buffer.from(part.path);
    const extra = part.extra ?? Buffer.alloc(0);
    const attributes = ((part.mode ?? 0o100644) << 16) >>> 0;
    const rest = [
      u16(extra.length),
      u16(0),
      u16(0),
      u16(0),
      u32(attributes),
      u32(offsets.at(-1) as number),
      name,
      extra,
    ];
    directory.push(u32(0x02014b50), u16(unix | 20), fields(part, content, packed, name.length), ...rest);
  }
  const central = Buffer.concat(directory);
  const count = u16(entryCount % 0x1_0000);
  const end = [u32(0x06054b50), u16(0), u16(0), count, count, u32(central.length), u32(offset), u16(0)];
  return Buffer.concat([...locals, central, ...end]);
}

/** What a header of a file and its entry in the directory have in common. */
function fields(part: ZipPart, content: Buffer, packed: Buffer, nameLength: number): Buffer {
  const sizes = [u32(part.crc ?? crc32(content)), u32(packed.length), u32(part.size ?? content.length)];
  const head = [u16(20), u16((part.flags ?? 0) | utf8), u16(part.method ?? 8), u16(0), u16(0x21)];
  return Buffer.concat([...head, ...sizes, u16(nameLength)]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
