export { checkJsonValue } from './check-json-value.js';
export { idOrKeySchema, keySchema, nameSchema, pageOf, promptSchema, timestampFields, uuidSchema } from './fields.js';
export { imageTypeBytes, imageTypeOf, type ImageType } from './image-type.js';
export { listQuerySchema, type ListQuery } from './list-query.js';
export { locateJsonError, type JsonErrorPlace } from './locate-json-error.js';
export { notSupportedYet, notSupportedYetIssue } from './not-supported-yet.js';
export { parseBody, parseQuery, type Violation } from './parse.js';
export { readJsonObject } from './read-json.js';
