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
export { ErrorFilter } from './error.filter.js';
export { errorBody, errorResponse, type ErrorBody, type ErrorResponse } from './error-response.js';
export { HealthController, Public, PUBLIC_ROUTE } from './health.controller.js';
export { Health, type Check, type Probe } from './health.js';
export { fromHttpError } from './http-errors.js';
export { CONFIG, KitModule } from './kit.module.js';
export { createLogger, LOGGER, nestLogger, type Logger } from './logger.js';
export { SecretBox } from './secret-box.js';
export {
  loadSettings,
  setting,
  SettingsError,
  wholeNumber,
  type Config,
  type Setting,
  type Settings,
} from './settings.js';
export { tracingIsOn, tracingSettings } from './tracing-settings.js';
export { settingsTable, showsSettings, withSettingsTable } from './settings-table.js';
