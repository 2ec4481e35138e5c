import type { Contract } from '@earshot/contracts-core';
import { create{{Entity}}, list{{Entities}} } from './{{entity}}.v1.js';
import { {{serviceCamel}}Commands } from './topics.js';

export {
  create{{Entity}},
  list{{Entities}},
  {{entityCamel}},
  type Create{{Entity}},
  type List{{Entities}},
  type {{Entity}},
  type {{Entity}}Page,
} from './{{entity}}.v1.js';

/** The topics that the {{service}} service owns. */
export const {{serviceCamel}}Topics = [{{serviceCamel}}Commands];

/** Every message that the {{service}} service sends or takes. */
export const {{serviceCamel}}Contracts = [create{{Entity}}, list{{Entities}}] as Contract[];
