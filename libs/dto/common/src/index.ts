export { pair } from '@earshot/contracts-core';
export { imageAddressSchema, imageTypeOf, type ImageType } from './chat-image.js';
export { chatMessagesSchema, type ChatMessageInput } from './chat-message.js';
export { limitedList } from './limited-list.js';
export { checkJsonSize } from './check-json-size.js';
export { checkJsonValue } from './check-json-value.js';
export {
  detailsSchema,
  idOrKeySchema,
  keySchema,
  limitSchema,
  listQuerySchema,
  nameSchema,
  orderSchema,
  orNull,
  pageOf,
  promptSchema,
  timestampFields,
  completionIdSchema,
  endUserSchema,
  uuidSchema,
  type ListQuery,
} from './fields.js';
export { parseBody, parseQuery, type Violation } from './parse.js';
export {
  dayOrTimeSchema,
  intervalStart,
  intervalTime,
  periodFields,
  periodOf,
  periodShown,
  type StatisticsInterval,
  type StatisticsPeriod,
} from './period.js';
export { providerFieldsOf } from './provider-fields.js';
export { locateJsonError, readJsonObject } from './read-json.js';
