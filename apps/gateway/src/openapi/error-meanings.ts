import { AppError, type ErrorType } from '@earshot/errors';
import { errorResponse } from '@earshot/service-kit';
import { rowsByType, type ErrorCode } from './error-codes.js';

/** The codes in groups, as they are told to people. */
export const errorRows = Object.entries(rowsByType).flatMap(([type, rows]) =>
  (rows as readonly { codes: readonly ErrorCode[]; when: string }[]).map((row) => ({
    ...row,
    type: type as ErrorType,
  })),
);

/** What a code stands for. */
export interface ErrorMeaning {
  readonly code: ErrorCode;
  readonly type: ErrorType;
  readonly status: number;
  readonly when: string;
}

const meanings = new Map<ErrorCode, ErrorMeaning>(
  errorRows.flatMap(({ codes, type, when }) =>
    codes.map((code) => {
      const { status } = errorResponse(new AppError({ code, type, message: when }));
      return [code, { code, type, status, when }] as const;
    }),
  ),
);

/** What the code stands for. */
export function meaningOf(code: ErrorCode): ErrorMeaning {
  return meanings.get(code) as ErrorMeaning;
}
