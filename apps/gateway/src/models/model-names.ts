import { Injectable } from '@nestjs/common';
import { ModelDirectory, ProjectDirectory } from '@earshot/directory';
import type { Caller } from '../auth/caller.js';

/** A model as a request names it. */
export interface ModelName {
  /** Id or key. */
  readonly project: string;
  /** Id or key; null for the default model. */
  readonly model: string | null;
}

/** Reads the names of models in requests. */
@Injectable()
export class ModelNames {
  constructor(
    private readonly projects: ProjectDirectory,
    private readonly models: ModelDirectory,
  ) {}

  /** Splits `{project}/{model}` or `{project}`. A key of a project may also name one of its models alone. */
  of({ projectId }: Caller, name: string): ModelName {
    const slash = name.indexOf('/');
    if (slash >= 0) return { project: name.slice(0, slash), model: name.slice(slash + 1) };
    const isOwnModel =
      projectId !== null &&
      this.projects.find(name)?.id !== projectId &&
      this.models.findOrDefault(projectId, name) !== undefined;
    return isOwnModel ? { project: projectId, model: name } : { project: name, model: null };
  }
}
