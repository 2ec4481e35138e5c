import { contractsIn } from '@earshot/contracts-core';
import * as checkInteractions from './check-interactions.v1.js';
import * as countInteractions from './count-interactions.v1.js';
import * as eraseInteraction from './erase-interaction.v1.js';
import * as eraseUser from './erase-user.v1.js';
import * as exports from './export.v1.js';
import * as importInteraction from './import-interaction.v1.js';
import * as interactionStatistics from './interaction-statistics.v1.js';
import * as interactionImported from './interaction-imported.v1.js';
import * as interaction from './interaction.v1.js';
import * as interactionsUsage from './interactions-usage.v1.js';
import * as labelInteraction from './label-interaction.v1.js';
import * as readInteractions from './read-interactions.v1.js';
import * as scanInteractions from './scan-interactions.v1.js';

export * from './check-interactions.v1.js';
export * from './count-interactions.v1.js';
export * from './erase-interaction.v1.js';
export * from './erase-user.v1.js';
export * from './export.v1.js';
export * from './import-interaction.v1.js';
export * from './interaction-imported.v1.js';
export * from './interaction-statistics.v1.js';
export * from './interaction.v1.js';
export * from './interactions-usage.v1.js';
export * from './label-interaction.v1.js';
export { promptHash } from './prompt-hash.js';
export * from './read-interactions.v1.js';
export * from './recorded.js';
export * from './scan-interactions.v1.js';

/** All contracts of the interactions service. */
export const interactionsContracts = contractsIn(
  checkInteractions,
  countInteractions,
  eraseInteraction,
  eraseUser,
  exports,
  importInteraction,
  interactionImported,
  interaction,
  interactionStatistics,
  interactionsUsage,
  labelInteraction,
  readInteractions,
  scanInteractions,
);
