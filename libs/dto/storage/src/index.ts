export { imageFileSchema, imageResponseSchema, type ImageResponse } from './image-response.js';
