import path from 'node:path';
import { jarsOf } from './servers/kafka-java.mjs';
import { kafkaAccessOf } from './servers/kafka.mjs';
import { bucketUser, minioUser } from './servers/minio.mjs';
import { bucketName } from './session/site.mjs';

/** @typedef {import('./session/site.mjs').Site} Site */
/** @typedef {Record<string, string>} Environment */

/** Default networks of model servers, so that Ollama on this machine needs no setting. */
const thisMachine = '127.0.0.0/8,::1/128';

/** Services with a schema and role in infra/postgres/init.sql. */
export const databaseServices = ['projects', 'inference', 'interactions', 'feedback', 'storage'];

/**
 * Resources of processes by name: their settings, and the nodes that they need.
 *
 * @satisfies {Record<string, { needs: string[], settings: (site: Site, service: string) => Promise<Environment> }>}
 */
export const resources = {
  kafka: {
    needs: ['topics'],
    // Brokers in containers have neither users nor ACLs.
    settings: async (site, service) =>
      site.usesDocker ? { KAFKA_BROKERS: await site.kafkaBrokers() } : kafkaAccessOf(site, service),
  },
  broker: {
    needs: ['kafka'],
    settings: async (site) => ({
      KAFKA_BROKERS: await site.kafkaBrokers(),
      ...(site.usesDocker ? {} : { KAFKA_ACLS: 'add' }),
    }),
  },
  database: {
    needs: ['database'],
    settings: async (site, service) => {
      const schema = service.replaceAll('-', '_');
      return { DATABASE_URL: await site.databaseUrl(`earshot_${schema}`, schema) };
    },
  },
  databaseAdmin: {
    needs: ['postgres'],
    settings: async (site) => ({
      DATABASE_ADMIN_URL: await site.databaseUrl('postgres', 'postgres'),
      SERVICE_PASSWORDS: JSON.stringify(
        Object.fromEntries(databaseServices.map((name) => [name, site.password(name)])),
      ),
    }),
  },
  bucket: { needs: ['bucket'], settings: bucketSettings },
  bucketAdmin: { needs: ['minio'], settings: bucketAdminSettings },
  secretKey: { needs: [], settings: async (site) => site.secretKeys() },
  adminKey: { needs: [], settings: async (site) => ({ EARSHOT_ADMIN_KEY: site.adminKey() }) },
  models: {
    needs: [],
    settings: async (site) => ({
      EARSHOT_MODELS_DIR: [site.layout.models, path.join(site.root, 'models')].join(path.delimiter),
    }),
  },
  addresses: {
    needs: [],
    settings: async (site) => ({
      EARSHOT_PROVIDERS_ALLOWED_NETWORKS: site.env.EARSHOT_PROVIDERS_ALLOWED_NETWORKS ?? thisMachine,
    }),
  },
  publicPort: {
    needs: [],
    settings: async (site) => ({ PORT: String(await site.gatewayPort()), HOST: site.gatewayHost() }),
  },
  api: { needs: [], settings: apiSettings },
};

/** @typedef {keyof typeof resources} Resource */

/** @param {Site} site */
async function bucketSettings(site) {
  return {
    S3_ENDPOINT: await site.bucketEndpoint(),
    S3_ACCESS_KEY: bucketUser,
    S3_SECRET_KEY: site.password('bucket'),
    S3_BUCKET: bucketName,
  };
}

/**
 * MinIO's root user, with the user to create.
 *
 * @param {Site} site
 */
async function bucketAdminSettings(site) {
  return {
    ...(await bucketSettings(site)),
    S3_ACCESS_KEY: minioUser,
    S3_SECRET_KEY: site.password('minio'),
    S3_USER_ACCESS_KEY: bucketUser,
    S3_USER_SECRET_KEY: site.password('bucket'),
  };
}

/**
 * Administrator settings of the servers.
 *
 * @param {Site} site
 */
async function serverSettings(site) {
  return {
    KAFKA_BROKERS: await site.kafkaBrokers(),
    DATABASE_ADMIN_URL: await site.databaseUrl('postgres', 'postgres'),
    ...(await bucketSettings(site)),
  };
}

/** @param {Site} site */
async function apiSettings(site) {
  return { EARSHOT_URL: await site.url(), EARSHOT_ADMIN_KEY: site.adminKey(), EARSHOT_DEMO_KEY: site.demoKey() };
}

/**
 * @param {Site} site
 * @param {readonly Resource[]} uses
 * @param {string} service
 * @returns {Promise<Environment>}
 */
export async function settingsOf(site, uses, service) {
  const parts = await Promise.all(uses.map((use) => resources[use].settings(site, service)));
  return Object.assign({}, ...parts);
}

/**
 * Settings of backup and restore.
 *
 * @param {Site} site
 * @returns {Promise<Environment>}
 */
export async function backupSettings(site) {
  return { ...(await serverSettings(site)), ...site.secretKeys() };
}

/**
 * Settings of the suites against real servers.
 *
 * @param {Site} site
 * @returns {Promise<Environment>}
 */
export async function testSettings(site) {
  return {
    ...(await serverSettings(site)),
    ...(await apiSettings(site)),
    // For specs that create buckets.
    S3_ADMIN_ACCESS_KEY: minioUser,
    S3_ADMIN_SECRET_KEY: site.password('minio'),
    EARSHOT_RUN_DIR: site.layout.run,
    EARSHOT_CACHE_DIR: site.settings.cacheDir,
    ...(site.usesDocker ? {} : { KAFKA_JARS: jarsOf(site) }),
  };
}
