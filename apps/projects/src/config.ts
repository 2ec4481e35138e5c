import {
  baseSettings,
  databaseSettings,
  healthSettings,
  setting,
  wholeNumber,
  type Config,
} from '@earshot/service-kit';

const auditSettings = {
  auditDays: setting(
    'EARSHOT_AUDIT_DAYS',
    wholeNumber(90, 36_500).default(400),
    'Retention of the audit log in days, at least 90.',
  ),
};

/** The settings of the projects service. */
export const settings = { ...baseSettings, ...healthSettings, ...databaseSettings, ...auditSettings };

/** The values of {@link settings}. */
export type ProjectsConfig = Config<typeof settings>;
