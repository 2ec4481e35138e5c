export {
  artifactBytesSchema,
  artifactPageSchema,
  artifactSchema,
  createArtifactSchema,
  type ArtifactResponse,
  type CreateArtifact,
} from './artifact.js';
export { datasetLineSchema } from './dataset-line.js';
export {
  createDatasetFields,
  datasetBytesSchema,
  datasetDownloadQuerySchema,
  datasetPageSchema,
  datasetSchema,
  type DatasetDownloadQuery,
  type DatasetResponse,
} from './dataset.js';
export { imageFileSchema, imageResponseSchema, type ImageResponse } from './image-response.js';
export {
  createRecipeSchema,
  recipeBytesSchema,
  recipePageSchema,
  recipeSchema,
  type CreateRecipe,
  type RecipeResponse,
} from './recipe.js';
export {
  initUploadSchema,
  partBytesSchema,
  uploadedPartSchema,
  uploadPartQuerySchema,
  uploadRefSchema,
  uploadSessionSchema,
  type InitUpload,
  type UploadedPartResponse,
  type UploadPartQuery,
  type UploadRef,
  type UploadSessionResponse,
} from './upload.js';
