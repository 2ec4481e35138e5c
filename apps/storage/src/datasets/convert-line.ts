import { isUtf8 } from 'node:buffer';
import { checkJsonSize, checkJsonValue, locateJsonError, parseBody, type Violation } from '@earshot/dto-common';
import { datasetLineSchema } from '@earshot/dto-storage';
import { AppError } from '@earshot/errors';

/** The result for a line: a row in recipe format without line end, or an error message. */
export type ConvertedLine = { readonly row: string } | { readonly fault: string };

/** Maximum length of an error message, which may quote the line. */
const maxFaultLength = 500;

/** Maximum number of violations in one error message. */
const maxViolations = 3;

/** Whether a line has only white space. */
export function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

/** Converts a line of a dataset to recipe format. */
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
  // In valid UTF-8 only escapes can produce lone surrogates.
  checkJsonValue(value, { texts: text.includes('\\u') });
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const position = locateJsonError(text);
    throw new LineFault(
      `The line is not valid JSON${position ? `, column ${position.column}: ${position.problem}` : ''}.`,
    );
  }
}

/** The line is not a JSON object. */
class LineFault extends Error {}

function faultOf({ message, param, details }: AppError): string {
  if (!Array.isArray(details)) return param === undefined ? message : `${param}: ${message}`;
  const violations = details as Violation[];
  const shown = violations.slice(0, maxViolations).map((one) => `${one.param ?? 'the line'}: ${one.message}`);
  const more = violations.length - shown.length;
  return `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}

function shortened(text: string): string {
  return text.length > maxFaultLength ? `${text.slice(0, maxFaultLength - 1)}…` : text;
}
