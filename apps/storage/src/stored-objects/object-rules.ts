import type { ObjectName } from '@earshot/contracts-storage';

const mebibyte = 1_048_576;

/**
 * Bytes that one of each kind may have. Images are 20 MiB at most (interface, section 3). A conversation comes in a body of 32 MiB, which may
 * grow where its JSON is written anew.
 */
export const maxBytesOf: Readonly<Record<ObjectName['kind'], number>> = {
  image: 20 * mebibyte,
  conversation: 64 * mebibyte,
  completion: 64 * mebibyte,
};

/** How long something may be announced without being kept, ms: far longer than any request, and than a service is away. */
export const announcedForMs = 24 * 60 * 60_000;

/**
 * The same for what belongs to a request of which nothing is to be kept, ms: with the time in which it is deleted, by us and by the bucket, 10 minutes at
 * most. An answer may take as long, but what it needs is read at its beginning.
 */
export const shortLivedForMs = 8 * 60_000;

/** How long addresses are good, s. Each is used at once, so this only covers clocks that differ and a busy bucket. */
export const urlValidS = 300;
