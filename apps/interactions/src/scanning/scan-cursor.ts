import { invalidRequest } from '@earshot/errors';
import type { RowPosition } from '@earshot/persistence';
import { z } from 'zod';

const position = z.object({ created_at: z.iso.datetime(), id: z.guid() });

const cursorFields = z.object({
  v: z.literal(1),
  /**
   * Interactions stored until here were found, or are found among the older ones. `created_at` is the time of storing.
   */
  newest: position,
  /** Older interactions were scanned down to here; null: none yet. */
  oldest: position.nullable(),
  /** Whether all older interactions were scanned. */
  done: z.boolean(),
});

/** How far interactions were scanned. */
export type ScanCursor = Omit<z.infer<typeof cursorFields>, 'v'>;

const greatestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The position of the last row before a time. */
export function justBefore(time: Date): RowPosition {
  return { created_at: new Date(time.getTime() - 1).toISOString(), id: greatestId };
}

/** Encodes a cursor as opaque text. */
export function encodeScanCursor(cursor: ScanCursor): string {
  return Buffer.from(JSON.stringify({ v: 1, ...cursor })).toString('base64url');
}

/** @throws AppError `cursor_invalid` for any text that {@link encodeScanCursor} did not return. */
export function decodeScanCursor(text: string): ScanCursor {
  const { data } = cursorFields.safeParse(jsonOrUndefined(Buffer.from(text, 'base64url').toString()));
  if (data !== undefined) return data;
  throw invalidRequest('cursor_invalid', "'cursor' must be the 'cursor' of the previous scan, unchanged.", {
    param: 'cursor',
  });
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
