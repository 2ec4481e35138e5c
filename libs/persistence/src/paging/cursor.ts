import { invalidRequest } from '@earshot/errors';
import { z } from 'zod';

/** The position of a row in a list: after the older ones, and by id among those of the same millisecond. */
export interface RowPosition {
  /** RFC 3339 with milliseconds. */
  readonly created_at: string;
  readonly id: string;
}

const version = 1;

const cursorFields = z.object({ v: z.literal(version), at: z.iso.datetime(), id: z.guid() });

/** Encodes a position as opaque text. */
export function encodeCursor({ created_at: at, id }: RowPosition): string {
  return Buffer.from(JSON.stringify({ v: version, at, id })).toString('base64url');
}

/** @throws AppError `cursor_invalid` for any text that {@link encodeCursor} did not return. */
export function decodeCursor(cursor: string): RowPosition {
  const { data } = cursorFields.safeParse(jsonOrUndefined(Buffer.from(cursor, 'base64url').toString()));
  if (data !== undefined) return { created_at: data.at, id: data.id };
  throw invalidRequest('cursor_invalid', "'cursor' must be the 'next_cursor' of the previous page, unchanged.", {
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
