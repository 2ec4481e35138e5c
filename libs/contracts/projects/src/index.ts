import { contractsIn } from '@earshot/contracts-core';
import * as apiKeyUsage from './api-key-usage.v1.js';
import * as apiKeyUses from './api-key-uses.v1.js';
import * as apiKey from './api-key.v1.js';
import * as audit from './audit.v1.js';
import * as lookUpCommand from './look-up-command.v1.js';
import * as project from './project.v1.js';
import * as session from './session.v1.js';

export * from './api-key-usage.v1.js';
export * from './api-key-uses.v1.js';
export * from './api-key.v1.js';
export { auditedResources, auditEntryOf, type AuditedChange } from './audit-entry.js';
export * from './audit.v1.js';
export * from './look-up-command.v1.js';
export * from './project.v1.js';
export * from './session.v1.js';

/** All contracts of the projects service. */
export const projectsContracts = contractsIn(apiKeyUsage, apiKeyUses, apiKey, audit, project, lookUpCommand, session);
