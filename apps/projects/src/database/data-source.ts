import type { DatabaseOptions } from '@earshot/persistence';
import { ApiKeyEntity } from './entities/api-key.entity.js';
import { AuditEntryEntity } from './entities/audit-entry.entity.js';
import { ProjectEntity } from './entities/project.entity.js';
import { SessionEntity } from './entities/session.entity.js';
import { CreateProjectsAndApiKeys1763600000000 } from './migrations/1763600000000-CreateProjectsAndApiKeys.js';
import { AddLastUseToApiKeys1795600100000 } from './migrations/1795600100000-AddLastUseToApiKeys.js';
import { AddQuotasToProjects1795700200000 } from './migrations/1795700200000-AddQuotasToProjects.js';
import { AddLimitsToApiKeys1795254000000 } from './migrations/1795254000000-AddLimitsToApiKeys.js';
import { AddLimitsToProjects1795700000000 } from './migrations/1795700000000-AddLimitsToProjects.js';
import { CreateAuditLog1795700300000 } from './migrations/1795700300000-CreateAuditLog.js';
import { CreateSessions1795800000000 } from './migrations/1795800000000-CreateSessions.js';
import { CreateApiKeyUses1795900000000 } from './migrations/1795900000000-CreateApiKeyUses.js';
import { AddManagesKeysToApiKeys1795600000000 } from './migrations/1795600000000-AddManagesKeysToApiKeys.js';
import { AddRetentionToProjects1795700100000 } from './migrations/1795700100000-AddRetentionToProjects.js';

/** What the service keeps, and where. */
export function databaseOptions(url: string, applicationName?: string): DatabaseOptions {
  return {
    url,
    applicationName,
    schema: 'projects',
    entities: [ProjectEntity, ApiKeyEntity, AuditEntryEntity, SessionEntity],
    migrations: [
      CreateProjectsAndApiKeys1763600000000,
      AddLimitsToApiKeys1795254000000,
      AddManagesKeysToApiKeys1795600000000,
      AddLastUseToApiKeys1795600100000,
      AddLimitsToProjects1795700000000,
      AddRetentionToProjects1795700100000,
      AddQuotasToProjects1795700200000,
      CreateAuditLog1795700300000,
      CreateSessions1795800000000,
      CreateApiKeyUses1795900000000,
    ],
  };
}
