import type { StoredFile } from '@earshot/contracts-storage';
import { maxZipBytes } from '../recipes/recipe-limits.js';

type Kind = StoredFile['kind'];

const gibibyte = 1_073_741_824;

/**
 * Bytes that an uploaded file of each kind may have. A dataset of 32 GiB is converted in some ten minutes; an artifact may be as large as
 * upload sessions get.
 */
export const maxBytesOf: Readonly<Record<Kind, number>> = {
  dataset: 32 * gibibyte,
  recipe: maxZipBytes,
  artifact: Number.MAX_SAFE_INTEGER,
};

/** What a file is taken for, where its session does not say; datasets and recipes are what they are, whatever it says. */
export const octetStream = 'application/octet-stream';

/** Media types of what is kept; null: that of its session. */
export const contentTypeOf: Readonly<Record<Kind, string | null>> = {
  dataset: 'application/x-ndjson',
  recipe: 'application/zip',
  artifact: null,
};

/**
 * How long a refusal is kept, ms: as long as an `Idempotency-Key` holds and a little more, so that the same request gets the same answer.
 */
export const refusalKeptMs = 25 * 60 * 60_000;

/** How long addresses are good, s. Each is used at once, so this only covers clocks that differ and a busy bucket. */
export const urlValidS = 300;
