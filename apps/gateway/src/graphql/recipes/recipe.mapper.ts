import type { RecipeResponse } from '@earshot/dto-storage';

/** Programs are not read, so any object may be an input. */
const anyObject = { type: 'object' };

/** Converts a recipe. */
export function toRecipe({ id, key, name, project_id, sha256, created_at, updated_at }: RecipeResponse) {
  return {
    ...{ id, key, name, content: null, contentHash: sha256, description: '', labels: [], createdBy: null },
    ...{ editable: false, global: project_id === null, builtin: false },
    ...{ inputSchema: anyObject, jsonSchema: anyObject },
    createdAt: Date.parse(created_at),
    updatedAt: Date.parse(updated_at),
  };
}

/** Returns the key of a recipe. The client names one of several entry points `{folder}/{entry point}`. */
export function recipeKeyOf(name: string): string {
  return name.replaceAll('/', '.');
}
