import { invalidRequest } from '@earshot/errors';
import { z } from 'zod';

/** The place of a row in a list: after the older ones, and by id among those of the same millisecond. */
export interface Place {
  readonly createdAt: Date;
  readonly id: string;
}

const version = 1;

const cursorFields = z.object({ v: z.literal(version), at: z.iso.datetime(), id: z.guid() });

/** Text that stands for a place; callers pass it back and read nothing into it. */
export function encodeCursor({ createdAt, id }: Place): string {
  return Buffer.from(JSON.stringify({ v: version, at: createdAt.toISOString(), id })).toString('base64url');
}

/** @throws AppError `cursor_invalid` for what {@link encodeCursor} did not make. */
export function decodeCursor(cursor: string): Place {
  const { data } = cursorFields.safeParse(jsonOrUndefined(Buffer.from(cursor, 'base64url').toString()));
  if (data !== undefined) return { createdAt: new Date(data.at), id: data.id };
  throw invalidRequest('cursor_invalid', "'cursor' must be the 'next_cursor' of the page before, as it was given.", {
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
