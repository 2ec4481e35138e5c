import type { AppError } from '@earshot/errors';
import { brokenConstraint } from './database-fault.js';

/**
 * Returns the result of a statement. Constraints decide between concurrent writers, which a check before the write cannot.
 *
 * @param errors by name of the constraint. @throws AppError the error of the violated constraint.
 */
export async function refuseViolations<T>(
  statement: Promise<T>,
  errors: Readonly<Record<string, () => AppError>>,
): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    const constraint = brokenConstraint(error);
    const appError = constraint === undefined ? undefined : errors[constraint];
    throw appError === undefined ? error : appError();
  }
}
