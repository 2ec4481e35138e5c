import { baseSettings, healthSettings, kafkaSettings, loadSettings, setting, type Config } from '@earshot/service-kit';
import { z } from 'zod';

const databaseSettings = {
  databaseUrl: setting(
    'DATABASE_URL',
    z.string().regex(/^postgres(ql)?:\/\//, 'must be a PostgreSQL URL, postgres://role:password@host:port/database'),
    'PostgreSQL database with the schema feedback, postgres://user:password@host:port/database.',
  ),
};

/** The settings of the feedback service. */
export const settings = { ...baseSettings, ...healthSettings, ...databaseSettings };

/** The values of {@link settings}. */
export type FeedbackConfig = Config<typeof settings>;

/** The one setting that migrating needs. @throws SettingsError */
export function databaseUrlToMigrate(): string {
  return loadSettings(databaseSettings, process.env).databaseUrl;
}

/** The settings that comparing topics with tables needs. @throws SettingsError */
export function settingsToReconcile(): Config<typeof databaseSettings & typeof kafkaSettings> {
  return loadSettings({ ...databaseSettings, ...kafkaSettings }, process.env);
}
