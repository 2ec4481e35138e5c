import type { Observable } from 'rxjs';
import type { WorkContract } from '@earshot/contracts-core';
import type { WorkContext } from './work-context.js';

/** Does one request: each emission is a chunk, completion its end, an error its failure. */
export type WorkFunction = (request: unknown, context: WorkContext) => Promise<Observable<unknown>>;

/** A contract and what does its work. */
export interface WorkRegistration {
  readonly contract: WorkContract;
  readonly handle: WorkFunction;
}
