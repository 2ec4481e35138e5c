import { QueryFailedError } from 'typeorm';

/** PostgreSQL's class of errors whose message quotes the value (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const dataException = /^22/;

/** A failed statement as it may be logged: without the statement's values, which may be secrets or callers' words. */
export class DatabaseFault extends Error {
  /** SQLSTATE; undefined where the connection failed. */
  readonly code: string | undefined;
  readonly constraint: string | undefined;
  readonly table: string | undefined;

  constructor(failed: QueryFailedError) {
    const { code, constraint, table } = driverFields(failed);
    super(dataException.test(code ?? '') ? 'a value does not fit its type' : failed.message);
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

/** The error as it may be logged; what is no failed statement stays as it is. */
export function withoutValues(error: unknown): unknown {
  return isFailedQuery(error) ? new DatabaseFault(error) : error;
}

/** Name of the constraint that a statement broke; undefined for every other error. */
export function brokenConstraint(error: unknown): string | undefined {
  return isFailedQuery(error) ? driverFields(error).constraint : undefined;
}

/** SQLSTATEs that say that the server goes, comes, or has no connection left (same source): nothing is wrong with the statement. */
const serverAway = /^(08|57P0[123]$|53300$)/;

/** What the system says of a server that can't be reached. */
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

/** pg gives these failures no code. */
const connectionLost = /^(Connection terminated|timeout exceeded when trying to connect|Client .* not queryable)/;

/** Whether a statement failed because the database is away: the same one may well succeed once it is back. */
export function isDatabaseAway(error: unknown): boolean {
  const failure: unknown = isFailedQuery(error) ? error.driverError : error;
  if (!(failure instanceof Error)) return false;
  const { code = '' } = failure as { code?: string };
  return serverAway.test(code) || unreachable.has(code) || connectionLost.test(failure.message);
}

function isFailedQuery(error: unknown): error is QueryFailedError {
  return error instanceof QueryFailedError;
}
