import { isUtf8 } from 'node:buffer';
import { checkJsonSize, checkJsonValue, locateJsonError, parseBody, type Violation } from '@earshot/dto-common';
import { datasetLineSchema } from '@earshot/dto-storage';
import { AppError } from '@earshot/errors';

/** What became of a line: a row in recipe format, without its end, or why there is none. */
export type ConvertedLine = { readonly row: string } | { readonly fault: string };

/** A fault is a sentence for people; what a caller wrote may be repeated in it, and one that repeats too much helps nobody. */
const maxFaultLength = 500;

/** How many things that are wrong with one line are told. */
const maxToldTogether = 3;

/** A line that has only white space holds nothing. */
export function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

/** A line of a dataset in recipe format. */
export function convertLine(bytes: Buffer): ConvertedLine {
  try {
    return { row: JSON.stringify(parseBody(datasetLineSchema, jsonObjectOf(bytes))) };
  } catch (error) {
    if (error instanceof LineFault) return { fault: error.message };
    if (error instanceof AppError) return { fault: shortened(faultOf(error)) };
    throw error;
  }
}

function jsonObjectOf(bytes: Buffer): object {
  if (!isUtf8(bytes)) throw new LineFault('The line is not valid UTF-8.');
  checkJsonSize(bytes);
  const text = bytes.toString('utf8');
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new LineFault('The line must be a JSON object, { ... }.');
  // As in bodies of requests: only escapes can bring what is no Unicode.
  checkJsonValue(value, { texts: text.includes('\\u') });
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const place = locateJsonError(text);
    throw new LineFault(`The line is not valid JSON${place ? `, column ${place.column}: ${place.problem}` : ''}.`);
  }
}

/** The line as a whole is none. */
class LineFault extends Error {}

/** What is wrong with the fields of the line, or with the line. */
function faultOf({ message, param, details }: AppError): string {
  if (!Array.isArray(details)) return param === undefined ? message : `${param}: ${message}`;
  const violations = details as Violation[];
  const told = violations.slice(0, maxToldTogether).map((one) => `${one.param ?? 'the line'}: ${one.message}`);
  const more = violations.length - told.length;
  return `${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}

function shortened(text: string): string {
  return text.length > maxFaultLength ? `${text.slice(0, maxFaultLength - 1)}…` : text;
}
