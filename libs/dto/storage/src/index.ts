export { imageResponseSchema, type ImageResponse } from './image-response.js';
