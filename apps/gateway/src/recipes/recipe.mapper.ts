import type { RecipeFile } from '@earshot/contracts-storage';
import type { RecipeResponse } from '@earshot/dto-storage';

/** A recipe, which has been checked, as callers may see it. */
export function toRecipeResponse(recipe: RecipeFile): RecipeResponse {
  const { id, key, name, project_id, entry_point, size, entries, unpacked_size, created_at, updated_at } = recipe;
  const checked = { entries: entries ?? 0, unpacked_size: unpacked_size ?? 0 };
  return { id, key, name, project_id, entry_point, size, ...checked, created_at, updated_at };
}
