export { datasetLineSchema, type DatasetRow } from './dataset-line.js';
export { imageFileSchema, imageResponseSchema, type ImageResponse } from './image-response.js';
