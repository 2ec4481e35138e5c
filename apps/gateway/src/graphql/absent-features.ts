import { invalidRequest } from '@earshot/errors';

/** Root fields of the official client that have no counterpart, by what Earshot lacks. */
const fieldsByFeature: Readonly<Record<string, readonly string[]>> = {
  'training or evaluation jobs': ['jobs', 'job', 'createJob', 'cancelJob', 'deleteJob', 'updateJob'],
  'import of model weights: put the file into the models directory': ['importHfModel', 'addModel'],
  graders: [
    ...['graders', 'grader', 'createGrader', 'updateGrader', 'deleteGrader', 'lockGrader'],
    ...['validateFunctionGrader', 'remoteEnvs', 'addRemoteEnv', 'removeRemoteEnv', 'testRemoteEnv'],
  ],
  'compute pools': ['computePools', 'harmonyGroups', 'resizeInferencePartition', 'updateModelComputeConfig'],
  'switch that takes a model off all projects: detach it from each project': ['terminateModel'],
  teams: ['teams', 'createTeam', 'setTeamMember', 'removeTeamMember'],
  'roles: a key has permissions of its own': ['roles', 'createRole'],
  'users: create API keys with POST /api/v1/api_keys': ['users', 'createUser', 'deleteUser'],
  'sharing between teams: create API keys of the project': ['shareProject'],
  'update of a recipe: delete it and upload it again': ['updateCustomRecipe'],
  'groups of interactions: list them with a filter': ['completionsGrouped'],
  integrations: [
    ...['integrations', 'integration', 'createIntegration', 'updateIntegration', 'deleteIntegration'],
    ...['testNotification', 'providers', 'provider'],
  ],
};

const featureByField = new Map(
  Object.entries(fieldsByFeature).flatMap(([feature, fields]) => fields.map((field) => [field, feature] as const)),
);

/**
 * Rejects root fields of the official client that have no counterpart.
 * @throws AppError `graphql_not_available`
 */
export function rejectAbsentFeatures(rootFields: readonly string[]): void {
  for (const field of rootFields) {
    const feature = featureByField.get(field);
    if (feature === undefined) continue;
    throw invalidRequest('graphql_not_available', `'${field}' is not available: Earshot has no ${feature}.`);
  }
}

/**
 * Rejects fields of an input that have no counterpart, unless they are absent or null.
 *
 * @param fields value of each field, and what Earshot lacks.
 * @throws AppError `graphql_not_available`
 */
export function rejectSet(fields: Readonly<Record<string, readonly [value: unknown, feature: string]>>): void {
  for (const [field, [value, feature]] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    const message = `'${field}' is not available: Earshot has no ${feature}. Omit it.`;
    throw invalidRequest('graphql_not_available', message, { param: field });
  }
}
