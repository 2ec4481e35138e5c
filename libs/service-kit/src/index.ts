export {
  acceptedSecretKeysSetting,
  baseSettings,
  databaseSettings,
  healthSettings,
  kafkaSettings,
  secretKeySetting,
} from './base-settings.js';
export { bootstrap, databaseUrlToMigrate } from './bootstrap.js';
export { createApp, type ServiceSpec } from './create-app.js';
export { drainHttp } from './drain-http.js';
export { errorBody, errorResponse, fromHttpError, type ErrorBody } from './error-response.js';
export { HealthController, Public, PUBLIC_ROUTE } from './health.controller.js';
export { Health, type Check } from './health.js';
export { CONFIG, KitModule } from './kit.module.js';
export { createLogger, LOGGER, type Logger } from './logger.js';
export { SecretBox } from './secret-box.js';
export { loadSettings, setting, SettingsError, wholeNumber, type Config, type Settings } from './settings.js';
export { showsSettings, withSettingsTable } from './settings-table.js';
