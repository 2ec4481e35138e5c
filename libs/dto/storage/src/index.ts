export { datasetLineSchema, type DatasetRow } from './dataset-line.js';
export { imageFileSchema, imageResponseSchema, type ImageResponse } from './image-response.js';
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
