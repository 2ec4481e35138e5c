import { contractsIn } from '@earshot/contracts-core';
import * as {{entityCamel}} from './{{entity}}.v1.js';

export * from './{{entity}}.v1.js';

/** All contracts of the {{service}} service. */
export const {{serviceCamel}}Contracts = contractsIn({{entityCamel}});
