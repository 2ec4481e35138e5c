import { baseSettings, healthSettings, loadSettings, setting, type Config } from '@earshot/service-kit';
import { z } from 'zod';

const databaseSettings = {
  databaseUrl: setting(
    'DATABASE_URL',
    z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address'),
    'PostgreSQL database with the schema {{schema}}, postgres://user:password@host:port/database.',
  ),
};

/** The settings of the {{service}} service. */
export const settings = { ...baseSettings, ...healthSettings, ...databaseSettings };

/** The values of {@link settings}. */
export type {{Service}}Config = Config<typeof settings>;

/** Reads the only setting that a migration needs. @throws SettingsError */
export function databaseUrlToMigrate(): string {
  return loadSettings(databaseSettings, process.env).databaseUrl;
}
