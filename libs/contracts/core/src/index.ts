export { logFields, tracedBy, type Actor, type CallContext, type Received } from './call-context.js';
export {
  contractsIn,
  defineCommand,
  defineEvent,
  defineState,
  defineWork,
  type CommandContract,
  type Contract,
  type EventContract,
  type StateContract,
  type WorkContract,
} from './contract.js';
export { replyTopicPrefix, replyTopicsPrefix, rangeReaderGroupPrefix, replicaGroupPrefix } from './owned-names.js';
export { commandTopic, eventTopic, stateTopic, transientConfig, workTopic, type Lane, type Topic } from './topic.js';
export { entity, id, idOrKey, page, pageRequest, pair, quotaUse, timestamp } from './fields.js';
