import { AppError, type ErrorType } from '@earshot/errors';
import { errorResponse } from '@earshot/service-kit';
import { meaningsByType, type ErrorCode } from './error-codes.js';

/** An error code with its type, HTTP status and meaning. */
export interface ErrorMeaning {
  readonly code: ErrorCode;
  readonly type: ErrorType;
  readonly status: number;
  readonly when: string;
}

/** All error codes, grouped by type. */
export const errorMeanings: readonly ErrorMeaning[] = Object.entries(meaningsByType).flatMap(([type, meanings]) =>
  Object.entries(meanings).map(([code, when]) => meaning(code as ErrorCode, type as ErrorType, when as string)),
);

const byCode = new Map(errorMeanings.map((each) => [each.code, each]));

/** Returns the meaning of an error code. */
export function meaningOf(code: ErrorCode): ErrorMeaning {
  return byCode.get(code) as ErrorMeaning;
}

function meaning(code: ErrorCode, type: ErrorType, when: string): ErrorMeaning {
  const { status } = errorResponse(new AppError({ code, type, message: when }));
  return { code, type, status, when };
}
