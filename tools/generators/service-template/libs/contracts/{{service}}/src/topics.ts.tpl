import { commandTopic } from '@earshot/contracts-core';

/** Everything that is asked of the {{service}} service. */
export const {{serviceCamel}}Commands = commandTopic('{{service}}.commands', 8);
