import { baseSettings, healthSettings, loadSettings, setting, wholeNumber, type Config } from '@earshot/service-kit';
import { z } from 'zod';

const databaseSettings = {
  databaseUrl: setting(
    'DATABASE_URL',
    z.string().regex(/^postgres(ql)?:\/\//, 'must be a PostgreSQL URL, postgres://role:password@host:port/database'),
    "PostgreSQL, as the service's own role: postgres://role:password@host:port/database.",
  ),
};

const auditSettings = {
  auditDays: setting(
    'EARSHOT_AUDIT_DAYS',
    wholeNumber(90, 36_500).default(400),
    'Days for which entries of the audit log are kept, 90 at least.',
  ),
};

/** The settings of the projects service. */
export const settings = { ...baseSettings, ...healthSettings, ...databaseSettings, ...auditSettings };

/** The values of {@link settings}. */
export type ProjectsConfig = Config<typeof settings>;

/** The one setting that migrating needs. @throws SettingsError */
export function databaseUrlToMigrate(): string {
  return loadSettings(databaseSettings, process.env).databaseUrl;
}
