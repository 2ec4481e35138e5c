import type { CallContext } from '@earshot/contracts-core';

/** What a service keeps that belongs to projects. */
export interface ProjectKeeper {
  /** The projects that have something here. Asked once, after the start. @throws AppError while something is away. */
  projectIds(): Promise<string[]>;

  /**
   * Deletes some of what a project has that is gone: as much as keeps nobody waiting. Several processes may do so at once.
   *
   * @returns whether there may be more. @throws AppError while something is away.
   */
  removeSomeOf(projectId: string, call: CallContext): Promise<boolean>;
}

/** The token of a service's keeper. */
export const PROJECT_KEEPER = Symbol('PROJECT_KEEPER');
