import { contractsIn } from '@earshot/contracts-core';
import * as fileCommands from './file-commands.v1.js';
import * as storageUsage from './storage-usage.v1.js';
import * as storedObject from './stored-object.v1.js';
import * as upload from './upload.v1.js';
import * as withholdDatasets from './withhold-datasets.v1.js';

export * from './file-commands.v1.js';
export * from './file.v1.js';
export * from './storage-usage.v1.js';
export * from './stored-object.v1.js';
export * from './upload.v1.js';
export * from './withhold-datasets.v1.js';

/** All contracts of the storage service. */
export const storageContracts = contractsIn(fileCommands, storageUsage, storedObject, upload, withholdDatasets);
