import type { AppError } from '@earshot/errors';
import { brokenConstraint } from './database-fault.js';

/**
 * The result of a statement, or, where it breaks one of the named constraints, the refusal that this means. Constraints
 * decide between concurrent writers; a look before the write can't.
 *
 * @param refusals by name of the constraint.
 */
export async function refuseViolations<T>(
  statement: Promise<T>,
  refusals: Readonly<Record<string, () => AppError>>,
): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    const constraint = brokenConstraint(error);
    const refusal = constraint === undefined ? undefined : refusals[constraint];
    throw refusal === undefined ? error : refusal();
  }
}
