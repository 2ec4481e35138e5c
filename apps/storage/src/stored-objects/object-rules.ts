import type { ObjectName } from '@earshot/contracts-storage';

const mebibyte = 1_048_576;

interface ObjectRule {
  readonly maxBytes: number;
  /** Whether it is given out before it is kept. */
  readonly readableBeforeKept: boolean;
}

/**
 * What holds for each kind. Images are 20 MiB at most (interface, section 3). A conversation comes in a body of 32 MiB, which may grow where
 * its JSON is written anew.
 */
export const objectRules: Readonly<Record<ObjectName['kind'], ObjectRule>> = {
  image: { maxBytes: 20 * mebibyte, readableBeforeKept: false },
  conversation: { maxBytes: 64 * mebibyte, readableBeforeKept: true },
  completion: { maxBytes: 64 * mebibyte, readableBeforeKept: true },
};

/** How long something may be announced without being kept, ms: far longer than any request, and than a service is away. */
export const announcedForMs = 24 * 60 * 60_000;

/** How long addresses are good, s. Each is used at once, so this only covers clocks that differ and a busy bucket. */
export const urlValidS = 300;
