export {
  artifactBytesSchema,
  artifactPageSchema,
  artifactSchema,
  createArtifactSchema,
  type ArtifactResponse,
  type CreateArtifact,
} from './artifact.js';
export { datasetLineSchema, type DatasetRow } from './dataset-line.js';
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
  uploadPartQuerySchema,
  uploadRefSchema,
  type InitUpload,
  type UploadPartQuery,
  type UploadRef,
} from './upload-input.js';
export {
  partBytesSchema,
  uploadedPartSchema,
  uploadSessionSchema,
  type UploadedPartResponse,
  type UploadSessionResponse,
} from './upload-response.js';
