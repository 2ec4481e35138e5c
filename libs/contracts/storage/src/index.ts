import type { Contract } from '@earshot/contracts-core';
import { discardObject, keepObject, locateObject, prepareObject, removeObject } from './stored-object.v1.js';
import { storageCommands } from './topics.js';

export {
  discardObject,
  keepObject,
  locateObject,
  objectKinds,
  objectName,
  prepareObject,
  removeObject,
  storedObject,
  type DiscardedObject,
  type LocatedObject,
  type ObjectName,
  type PreparedObject,
  type PrepareObject,
  type RemovedObject,
  type StoredObject,
} from './stored-object.v1.js';

/** The topics that the storage service owns. */
export const storageTopics = [storageCommands];

/** Every message that the storage service sends or takes. */
export const storageContracts = [prepareObject, keepObject, locateObject, discardObject, removeObject] as Contract[];
