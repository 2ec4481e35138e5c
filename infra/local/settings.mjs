import path from 'node:path';

/** The root of this checkout. */
export const root = path.resolve(import.meta.dirname, '../..');

/**
 * @typedef {object} Settings
 * @property {string} dataDir Absolute path of all data, logs and secrets.
 * @property {string} cacheDir Absolute path of downloaded and built programs; checkouts may share it.
 * @property {string} host Listen address of the gateway.
 * @property {number | null} port The gateway's port; null: a free one.
 * @property {'auto' | 'never'} docker Whether to use a Docker engine.
 * @property {string | null} adminKey The admin key, if the caller chose one.
 * @property {string} logLevel
 */

/** @typedef {{ settings: Settings, problems: string[] }} SettingsReading Each problem is one sentence with its remedy. */

const keyShape = /^es_[0-9A-Za-z]{43}$/;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'];

/**
 * Reads the settings of the local stack. Reports all problems at once, without secrets.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {SettingsReading}
 */
export function readSettings(env) {
  /** @type {string[]} */
  const problems = [];
  const dataDir = path.resolve(root, env.EARSHOT_DATA_DIR || '.local');
  const port = env.PORT ? Number(env.PORT) : 8080;
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    problems.push(
      `PORT must be a whole number from 1 to 65535; got ${JSON.stringify(env.PORT)}. Example: PORT=8081 npm start.`,
    );
  }
  if (env.EARSHOT_ADMIN_KEY && !keyShape.test(env.EARSHOT_ADMIN_KEY)) {
    problems.push('EARSHOT_ADMIN_KEY must be "es_" and 43 letters or digits. Unset it to create one.');
  }
  const logLevel = env.LOG_LEVEL || 'info';
  if (!logLevels.includes(logLevel)) {
    problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}; got ${JSON.stringify(logLevel)}.`);
  }
  const settings = {
    dataDir,
    // Not below dataDir: tests delete their data and keep the cache.
    cacheDir: path.resolve(root, env.EARSHOT_CACHE_DIR || '.local/cache'),
    host: env.HOST || '127.0.0.1',
    port,
    docker: env.EARSHOT_DOCKER === '0' ? /** @type {const} */ ('never') : /** @type {const} */ ('auto'),
    adminKey: env.EARSHOT_ADMIN_KEY || null,
    logLevel,
  };
  return { settings, problems };
}

/**
 * Settings of a separate stack with its own data, ports and keys.
 *
 * @param {Settings} settings
 * @param {'test' | 'bench'} name
 * @returns {Settings}
 */
export function isolatedSettings(settings, name) {
  return { ...settings, dataDir: path.join(settings.dataDir, name), host: '127.0.0.1', port: null, adminKey: null };
}

/** Variables that this stack sets itself, so they are not inherited from the caller's shell. */
const ours = new RegExp(
  `^(${[
    'PORT|HOST|LOG_LEVEL|npm_.*|INIT_CWD',
    'KAFKA_(BROKERS|CLIENT_PROPERTIES|ACLS|PRINCIPAL)|DATABASE_URL|DATABASE_ADMIN_URL|S3_.*|MINIO_.*',
    'EARSHOT_(ADMIN_KEY|DEMO_KEY|SECRET_KEY|SECRET_KEYS_ACCEPTED|URL|INSTANCE|VERSION|HEALTH_(HOST|PORT))',
    'EARSHOT_((DATA|CACHE|RUN|MODELS)_DIR|DOCKER)',
  ].join('|')})$`,
);

/**
 * Returns the caller's environment without the variables that this stack sets itself.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
export function inheritedEnvironment(env) {
  /** @type {Record<string, string>} */
  const inherited = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !ours.test(name)) inherited[name] = value;
  }
  return inherited;
}

/**
 * Paths in a data directory. `npm run reset` deletes exactly these, because the directory may hold other files.
 *
 * @param {string} dataDir
 */
export function dataLayout(dataDir) {
  /** @param {string} name */
  const at = (name) => path.join(dataDir, name);
  return {
    postgres: at('postgres'),
    /** Contains the path of PostgreSQL's data if that is outside of the data directory. */
    postgresElsewhere: at('postgres-elsewhere'),
    kafka: at('kafka'),
    minio: at('minio'),
    /** Compiled code of services and jobs, with which the next start is faster. */
    compiled: at('compiled'),
    /** Stays empty. Otherwise MinIO reads certificates from the caller's home directory and speaks TLS. */
    minioCertificates: at('minio-certificates'),
    models: at('models'),
    run: at('run'),
    log: at('log'),
    passwords: at('passwords.json'),
    secretKey: at('secret-key'),
    /** Further keys that open secrets, one per line, during a rotation. */
    acceptedSecretKeys: at('secret-keys-accepted'),
    adminKey: at('admin-key'),
    demoKey: at('demo-key'),
    results: at('results'),
    resultsFile: at('results.json'),
    /** Exists once servers ran in containers, whose volumes are data too. */
    dockerMarker: at('docker-used'),
    test: at('test'),
    bench: at('bench'),
  };
}

/** @typedef {ReturnType<typeof dataLayout>} DataLayout */
