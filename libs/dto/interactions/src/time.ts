import { z } from 'zod';

/** Smaller numbers are seconds since 1970, others milliseconds (from the year 1978). */
const leastMilliseconds = 260_000_000_000;

const expected = 'expected a time since 1970: RFC 3339, or a number of seconds or milliseconds since 1970';

const text = z.iso.datetime({ offset: true });

const eitherForm: z.core.GlobalMeta = {
  anyOf: [
    { type: 'string', format: 'date-time' },
    { type: 'number', minimum: 0 },
  ],
};

/** A moment as callers write it, RFC 3339 in UTC; undefined for what is none, or lies before 1970. */
export function timeOf(given: unknown): string | undefined {
  const ms = typeof given === 'number' ? msOf(given) : textMsOf(given);
  // The last moment that a four-digit year can say.
  if (ms === undefined || !(ms >= 0 && ms <= 253_402_300_799_999)) return undefined;
  return new Date(ms).toISOString();
}

/** When something took place: RFC 3339, or a number of seconds or milliseconds since 1970; never later than now. */
export const pastTimeSchema = z
  .unknown()
  .transform((given, context): string => {
    const time = timeOf(given);
    if (time === undefined) return addIssue(context, expected);
    if (Date.parse(time) > Date.now() + clockSkewMs)
      return addIssue(context, 'expected a time that is not in the future');
    return time;
  })
  .meta(eitherForm);

/** A moment in a body: RFC 3339, or a number of seconds or milliseconds since 1970. */
export const bodyTimeSchema = z
  .unknown()
  .transform((given, context): string => timeOf(given) ?? addIssue(context, expected))
  .meta(eitherForm);

/** A moment in a query string. */
export const queryTimeSchema = z
  .string()
  .transform((given, context): string => {
    const number = /^\d{1,15}(\.\d{1,9})?$/.test(given) ? Number(given) : given;
    return timeOf(number) ?? addIssue(context, expected);
  })
  .meta({ type: 'string' });

/** By how much callers' clocks may be ahead of ours. */
const clockSkewMs = 60_000;

function msOf(number: number): number {
  return number < leastMilliseconds ? number * 1_000 : number;
}

function textMsOf(given: unknown): number | undefined {
  return typeof given === 'string' && text.safeParse(given).success ? Date.parse(given) : undefined;
}

function addIssue(context: z.core.$RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}
