import type { DatabaseOptions } from '@earshot/persistence';
import { CountInteractions1795700000000 } from './migrations/1795700000000-CountInteractions.js';
import { CreateInteractions1795265183929 } from './migrations/1795265183929-CreateInteractions.js';
import { CreateErasedCompletions1795500000000 } from './migrations/1795500000000-CreateErasedCompletions.js';
import { CreateRemovedProjects1795370000000 } from './migrations/1795370000000-CreateRemovedProjects.js';
import { CreateExpiredInteractions1795800000000 } from './migrations/1795800000000-CreateExpiredInteractions.js';
import { SearchInteractions1795900000000 } from './migrations/1795900000000-SearchInteractions.js';
import { IndexStoredInteractions1796100000000 } from './migrations/1796100000000-IndexStoredInteractions.js';
import { CountInteractionsByHour1795910000000 } from './migrations/1795910000000-CountInteractionsByHour.js';
import { AddAttemptToInteractions1795360000000 } from './migrations/1795360000000-AddAttemptToInteractions.js';
import { CreateRemovedRecords1796200000000 } from './migrations/1796200000000-CreateRemovedRecords.js';
import { CreatePreferences1795350000000 } from './migrations/1795350000000-CreatePreferences.js';

/** The schema of the service. It has no entities: repositories write and read rows in bulk, with SQL. */
export function databaseOptions(url: string, applicationName?: string): DatabaseOptions {
  return {
    url,
    schema: 'interactions',
    entities: [],
    migrations: [
      CreateInteractions1795265183929,
      CreatePreferences1795350000000,
      AddAttemptToInteractions1795360000000,
      CreateRemovedProjects1795370000000,
      CreateErasedCompletions1795500000000,
      CountInteractions1795700000000,
      CreateExpiredInteractions1795800000000,
      SearchInteractions1795900000000,
      CountInteractionsByHour1795910000000,
      IndexStoredInteractions1796100000000,
      CreateRemovedRecords1796200000000,
    ],
    applicationName,
  };
}
