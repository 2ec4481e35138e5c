import {
  baseSettings,
  databaseSettings,
  healthSettings,
  kafkaSettings,
  loadSettings,
  setting,
  wholeNumber,
  type Config,
} from '@earshot/service-kit';

const quotaSettings = {
  maxProjectInteractions: setting(
    'EARSHOT_MAX_PROJECT_INTERACTIONS',
    wholeNumber(0, Number.MAX_SAFE_INTEGER).default(100_000_000),
    'Interactions that a project may store, unless its own quota differs.',
  ),
};

/** The settings of the interactions service. */
export const settings = { ...baseSettings, ...healthSettings, ...databaseSettings, ...quotaSettings };

/** The values of {@link settings}. */
export type InteractionsConfig = Config<typeof settings>;

/** The settings that comparing topics with tables needs. @throws SettingsError */
export function settingsToReconcile(): Config<typeof databaseSettings & typeof kafkaSettings> {
  return loadSettings({ ...databaseSettings, ...kafkaSettings }, process.env);
}
