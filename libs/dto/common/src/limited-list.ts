import { z } from 'zod';

/** Checks the length of a list before its items, because every invalid item costs an issue. @param noun its items. */
export function limitedList(max: number, noun: string) {
  return (list: unknown, context: z.core.$RefinementCtx): unknown => {
    if (!Array.isArray(list) || list.length <= max) return list;
    context.addIssue({ code: 'custom', message: `expected at most ${max} ${noun}, got ${list.length}` });
    return z.NEVER;
  };
}
