import type { CallContext } from '@earshot/contracts-core';

/** Deletes the data that a service stores for projects. */
export interface ProjectKeeper {
  /** Projects with data here. Called once after the start. @throws AppError `service_unavailable` */
  projectIds(): Promise<string[]>;

  /**
   * Deletes a batch of the data of a deleted project. Several processes may do so at once.
   *
   * @returns whether there may be more. @throws AppError `service_unavailable`
   */
  removeSomeOf(projectId: string, call: CallContext): Promise<boolean>;
}

/** Token of the service's {@link ProjectKeeper}. */
export const PROJECT_KEEPER = Symbol('PROJECT_KEEPER');
