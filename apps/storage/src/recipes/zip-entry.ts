import { Entry } from 'yauzl';

/** Maximum length of a path in bytes. Linux allows 4,096, many unzip programs less. */
const maxPathBytes = 1_024;

const stored = 0;
const deflated = 8;
const encryptedWithAes = 99;

/** Unix file types in the upper half of the external attributes. */
const kindMask = 0o170000;
const ordinary = 0o100000;
const folder = 0o040000;
const symbolicLink = 0o120000;

/** Extra fields that can make a file a link regardless of its attributes. */
const pkwareUnix = 0x000d;
const asiUnix = 0x756e;

/** Whether the entry is a folder. */
export function isFolder({ fileName }: Entry): boolean {
  return fileName.endsWith('/');
}

/** The reason to reject an entry; undefined if valid. The library has already rejected paths outside of the folder. */
export function faultOfEntry(entry: Entry): string | undefined {
  const name = JSON.stringify(entry.fileName.slice(0, 200));
  if (entry.fileNameLength > maxPathBytes) return `the path ${name} is longer than ${maxPathBytes} bytes`;
  if (!isSoundPath(entry.fileName)) return `the path ${name} has an empty part, '.' or a control character`;
  if (isEncrypted(entry)) return `${name} is encrypted`;
  const method = entry.compressionMethod;
  if (method !== stored && method !== deflated)
    return `${name} has the compression method ${method}; only deflate is supported`;
  return faultOfKind(entry, name);
}

/** Drops the fields with which a hostile zip could fill memory: up to 128 KiB per entry. */
export function withoutExtraFields(entry: Entry): Entry {
  const none = Buffer.alloc(0);
  return Object.assign(new Entry(), entry, {
    extraFields: [],
    extraFieldRaw: none,
    fileComment: '',
    comment: '',
    fileCommentRaw: none,
  });
}

function faultOfKind(entry: Entry, name: string): string | undefined {
  const kind = (entry.externalFileAttributes >>> 16) & kindMask;
  if (kind === symbolicLink || entry.extraFields.some(isLinkField)) return `${name} is a link`;
  if (kind !== 0 && kind !== ordinary && kind !== folder) return `${name} is neither a file nor a folder`;
  if (isFolder(entry) && entry.uncompressedSize > 0) return `the folder ${name} has content`;
  return undefined;
}

function isEncrypted(entry: Entry): boolean {
  return entry.isEncrypted() || entry.compressionMethod === encryptedWithAes;
}

function isSoundPath(path: string): boolean {
  const parts = path.replace(/\/$/, '').split('/');
  return parts.every((part) => part !== '' && part !== '.' && !/\p{Cc}|\uFFFD/u.test(part));
}

/** After 12 or 14 fixed bytes, these fields contain the target of a link. */
function isLinkField({ id, data }: { id: number; data: Buffer }): boolean {
  if (id === pkwareUnix) return data.length > 12;
  return id === asiUnix && data.length >= 14 && (data.readUInt16LE(4) & kindMask) === symbolicLink;
}
