export {
  acceptedSecretKeysSetting,
  baseSettings,
  databaseSettings,
  healthSettings,
  kafkaSettings,
  secretKeySetting,
} from './base-settings.js';
export { bootstrap, databaseUrlToMigrate } from './bootstrap.js';
export { bucketConnection, type BucketSettings } from './bucket-connection.js';
export { CONFIG, createApp, KitModule } from './create-app.js';
export { drainHttp } from './drain-http.js';
export { errorBody, errorResponse, fromHttpError, type ErrorBody } from './error-response.js';
export { Health, HealthController, Public, PUBLIC_ROUTE, type Check } from './health.controller.js';
export { createLogger, LOGGER, type Logger } from './logger.js';
export { SecretBox } from './secret-box.js';
export { loadSettings, setting, SettingsError, wholeNumber, type Config, type Settings } from './settings.js';
export { showsSettings, withSettingsTable } from './settings-table.js';
