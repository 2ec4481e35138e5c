import { commandTopic } from '@earshot/contracts-core';

/** Commands of the {{service}} service. */
export const {{serviceCamel}}Commands = commandTopic('{{service}}.commands', 8);
