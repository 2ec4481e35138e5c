import {
  baseSettings,
  databaseSettings,
  healthSettings,
  kafkaSettings,
  loadSettings,
  type Config,
} from '@earshot/service-kit';

/** The settings of the feedback service. */
export const settings = { ...baseSettings, ...healthSettings, ...databaseSettings };

/** The values of {@link settings}. */
export type FeedbackConfig = Config<typeof settings>;

/** The settings that comparing topics with tables needs. @throws SettingsError */
export function settingsToReconcile(): Config<typeof databaseSettings & typeof kafkaSettings> {
  return loadSettings({ ...databaseSettings, ...kafkaSettings }, process.env);
}
