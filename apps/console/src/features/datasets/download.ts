/** Address of a dataset's download. */
export const datasetUrl = (project: string, dataset: string, format: 'original' | 'recipe' | 'manifest') =>
  `/api/v1/projects/${encodeURIComponent(project)}/datasets/${encodeURIComponent(dataset)}/download?format=${format}`;

/** Address of a recipe's download. */
export const recipeUrl = (project: string, recipe: string) =>
  `/api/v1/projects/${encodeURIComponent(project)}/recipes/${encodeURIComponent(recipe)}/download`;

/** Starts a download in the browser. */
export function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
