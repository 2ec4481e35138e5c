export { createImageSchema, imageSchema, type CreateImage, type ImageResponse } from './image.js';
