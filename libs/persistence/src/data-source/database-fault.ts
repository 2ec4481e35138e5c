import type { AppError } from '@earshot/errors';
import { isNativeError } from 'node:util/types';
import { QueryFailedError } from 'typeorm';

/**
 * PostgreSQL's class of errors whose message quotes the value
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const dataException = /^22/;

/** A failed statement without its values, which may be secrets: safe to log. */
export class DatabaseFault extends Error {
  /** SQLSTATE; undefined for a failed connection. */
  readonly code: string | undefined;
  readonly constraint: string | undefined;
  readonly table: string | undefined;

  constructor(failed: QueryFailedError) {
    const { code, constraint, table } = driverFields(failed);
    super(dataException.test(code ?? '') ? 'a value does not match its type' : failed.message);
    this.name = 'DatabaseFault';
    this.code = code;
    this.constraint = constraint;
    this.table = table;
  }
}

interface DriverFields {
  readonly code?: string;
  readonly constraint?: string;
  readonly table?: string;
}

function driverFields(failed: QueryFailedError): DriverFields {
  return failed.driverError as DriverFields;
}

/** Makes an error safe to log; errors other than failed statements are returned unchanged. */
export function withoutValues(error: unknown): unknown {
  return isFailedQuery(error) ? new DatabaseFault(error) : error;
}

/**
 * Returns the result of a statement. Constraints decide between concurrent writers, which a check before the write
 * cannot.
 *
 * @param errors by name of the constraint. @throws AppError the error of the violated constraint.
 */
export async function mapConstraintErrors<T>(
  statement: Promise<T>,
  errors: Readonly<Record<string, () => AppError>>,
): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    const constraint = isFailedQuery(error) ? driverFields(error).constraint : undefined;
    const appError = constraint === undefined ? undefined : errors[constraint];
    throw appError === undefined ? error : appError();
  }
}

/** SQLSTATEs of a server that shuts down, starts, or has no free connection (same source). */
const serverAway = /^(08|57P0[123]$|53300$)/;

/** System errors of an unreachable server. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Errors of pg without a code. */
const connectionLost = /^(Connection terminated|timeout exceeded when trying to connect|Client .* not queryable)/;

/** Whether a statement failed because the database is away, so that a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  const failure: unknown = isFailedQuery(error) ? error.driverError : error;
  if (!isNativeError(failure)) return false;
  const { code = '' } = failure as { code?: string };
  return serverAway.test(code) || unreachable.has(code) || connectionLost.test(failure.message);
}

function isFailedQuery(error: unknown): error is QueryFailedError {
  return error instanceof QueryFailedError;
}
