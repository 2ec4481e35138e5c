import { z } from 'zod';

/** The issue that {@link notSupportedYet} raises, for schemas that find such a wish in their own way. */
export function notSupportedYetIssue(what: string) {
  return {
    message: `${what} is not supported yet: leave it out`,
    params: { code: 'not_supported_yet' },
  };
}

/**
 * A field of the interface that this version can't honour. It is refused with `not_supported_yet`, never ignored, as soon as it asks for
 * something: null, false, an empty text, list or object, and absence pass.
 *
 * @param harmless other values that ask for nothing.
 */
export function notSupportedYet(what: string, harmless: (value: unknown) => boolean = () => false) {
  return z
    .unknown()
    .refine((value) => asksNothing(value) || harmless(value), notSupportedYetIssue(what))
    .optional()
    .describe(`${what}. Not supported yet: only null, false, or an empty text, list or object.`);
}

function asksNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
