/** Input of `addExternalModel`, without its provider. */
export interface AddExternalModelInput {
  readonly name: string;
  readonly description?: string | null;
}

/** Input of `addModelsToProject`. */
export interface ModelsInProject {
  readonly project: string;
  readonly models: readonly string[];
}

/** Input of `removeModelFromProject`. */
export interface ModelInProject {
  readonly project: string;
  readonly model: string;
}

/** Settings of the client's own engine. */
interface EngineSettings {
  readonly placement?: object | null;
  readonly speculativeDecoding?: object | null;
}

/** Input of `deployModel`. */
export interface DeployModelInput extends ModelInProject, EngineSettings {}

/** Input of `updateModelService`. */
export interface UpdateModelService extends EngineSettings {
  readonly project: string;
  readonly modelService: string;
  readonly isDefault?: boolean | null;
  readonly desiredOnline?: boolean | null;
  readonly name?: string | null;
  readonly systemPromptTemplate?: unknown;
  readonly toolProviders?: readonly string[] | null;
}
