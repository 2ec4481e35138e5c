const mebibyte = 1_048_576;

/** Above the minimum of 5 MiB of S3, and small enough that little is sent again. */
const partBytes = 8 * mebibyte;
const maxParts = 10_000;

/** A range of bytes of a file. */
export interface Part {
  /** From 1. */
  readonly number: number;
  readonly offset: number;
  readonly size: number;
}

/** Splits a file into parts. The same size always gives the same parts, so that an upload can continue. */
export function planParts(size: number): Part[] {
  const bytes = Math.max(partBytes, Math.ceil(size / maxParts));
  return Array.from({ length: Math.ceil(size / bytes) }, (_, index) => {
    const offset = index * bytes;
    return { number: index + 1, offset, size: Math.min(bytes, size - offset) };
  });
}

/** What the session of an upload remembers of its file. */
export interface FileFingerprint {
  readonly filename: string;
  readonly size: number;
  readonly last_modified: number;
}

/** Returns what tells a file from others. */
export function fingerprintOf(file: Pick<File, 'name' | 'size' | 'lastModified'>): FileFingerprint {
  return { filename: file.name, size: file.size, last_modified: file.lastModified };
}

/** Returns why a file cannot continue an upload; null if it can. */
export function mismatchOf(file: FileFingerprint, metadata: Readonly<Record<string, unknown>> | null): string | null {
  const { filename, size, last_modified } = metadata ?? {};
  if (typeof filename === 'string' && filename !== file.filename) return `Choose ${filename} to continue.`;
  if (size !== file.size) return `The file must have ${String(size)} bytes; this one has ${file.size}.`;
  return last_modified === file.last_modified ? null : 'The file was changed since the upload began.';
}

/** Returns a key for a file: its name in the letters of a key. */
export function keyOf(filename: string): string {
  const base = filename.toLowerCase().replace(/(?<=.)\.(jsonl|ndjson|json|zip)$/, '');
  return base.replace(/[^a-z0-9._-]+/g, '-').replace(/^[^a-z0-9]+|-+$/g, '');
}
