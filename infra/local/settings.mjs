import path from 'node:path';

/** The root of this checkout. */
export const root = path.resolve(import.meta.dirname, '../..');

/**
 * @typedef {object} Settings
 * @property {string} dataDir Absolute path of everything that a run leaves behind.
 * @property {string} cacheDir Absolute path of the Kafka jars and the MinIO binary; may be shared by several checkouts.
 * @property {string} host Address on which the gateway listens.
 * @property {number | null} port The gateway's port; null: any free one.
 * @property {'auto' | 'never'} docker Whether a Docker engine that answers is used.
 * @property {string | null} adminKey The installation's admin key, if the caller has chosen one.
 * @property {string} logLevel
 */

/** @typedef {{ settings: Settings, problems: string[] }} SettingsReading Every problem is one sentence with its remedy. */

const keyShape = /^es_[0-9A-Za-z]{43}$/;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'];

/**
 * Reads the settings of the local stack. All problems are told at once; a secret's value is never part of one.
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
      `PORT is ${JSON.stringify(env.PORT)}; it must be a whole number from 1 to 65535: PORT=8081 npm start.`,
    );
  }
  if (env.EARSHOT_ADMIN_KEY && !keyShape.test(env.EARSHOT_ADMIN_KEY)) {
    problems.push('EARSHOT_ADMIN_KEY must be "es_" followed by 43 letters and digits; unset it, and one is made.');
  }
  const logLevel = env.LOG_LEVEL || 'info';
  if (!logLevels.includes(logLevel)) {
    problems.push(`LOG_LEVEL is ${JSON.stringify(logLevel)}; it must be one of ${logLevels.join(', ')}.`);
  }
  const settings = {
    dataDir,
    // Not below dataDir: the data of tests and benchmarks is thrown away, the cache serves them too.
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
 * The settings of a stack beside the one of `npm start`: data of its own, only free ports, keys of its own.
 *
 * @param {Settings} settings
 * @param {'test' | 'bench'} name
 * @returns {Settings}
 */
export function besideStart(settings, name) {
  return { ...settings, dataDir: path.join(settings.dataDir, name), host: '127.0.0.1', port: null, adminKey: null };
}

/** Set by this stack for the processes that need them, so never inherited from the caller's shell. */
const ours =
  /^(PORT|HOST|LOG_LEVEL|KAFKA_(BROKERS|CLIENT_PROPERTIES|ACLS|PRINCIPAL)|DATABASE_URL|DATABASE_ADMIN_URL|S3_.*|MINIO_.*|EARSHOT_(?!QUEUE_LIMIT|TOOLS_|PROVIDERS_).*|npm_.*|INIT_CWD)$/;

/** kafkajs sets timers of negative length, of which Node.js 24 warns (docs/adr/kafka-clients.md). */
const quietTimers = '--disable-warning=TimeoutNegativeWarning';

/**
 * What every process of the stack inherits: the caller's environment without what this stack sets itself.
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
  inherited.NODE_OPTIONS = [env.NODE_OPTIONS, quietTimers].filter(Boolean).join(' ');
  return inherited;
}

/**
 * Where things lie in a data directory. `npm run reset` deletes exactly these and nothing else, because the directory
 * is the caller's choice and may hold other things.
 *
 * @param {string} dataDir
 */
export function dataLayout(dataDir) {
  /** @param {string} name */
  const at = (name) => path.join(dataDir, name);
  return {
    postgres: at('postgres'),
    /** Holds the path of PostgreSQL's data where that could not lie in the data directory. */
    postgresElsewhere: at('postgres-elsewhere'),
    kafka: at('kafka'),
    minio: at('minio'),
    /** Stays empty: MinIO would else look into the home of who starts it, and speak TLS with what it finds there. */
    minioCertificates: at('minio-certificates'),
    models: at('models'),
    run: at('run'),
    log: at('log'),
    passwords: at('passwords.json'),
    secretKey: at('secret-key'),
    /** Further ones whose texts are read, one a line; there while the secret key changes. */
    acceptedSecretKeys: at('secret-keys-accepted'),
    adminKey: at('admin-key'),
    demoKey: at('demo-key'),
    results: at('results'),
    resultsFile: at('results.json'),
    /** There once the servers have run in containers, whose volumes are then data too. */
    dockerMark: at('docker-used'),
    test: at('test'),
    bench: at('bench'),
  };
}

/** @typedef {ReturnType<typeof dataLayout>} DataLayout */
