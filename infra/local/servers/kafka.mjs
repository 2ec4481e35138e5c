import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { kafkaAnswers } from '../process/probes.mjs';
import { runCommand } from '../process/run-command.mjs';
import { nameOf } from '../session/site.mjs';
import { versions } from '../versions.mjs';
import { brokerJava, classes, jarsOf, java, preparedClasses } from './kafka-java.mjs';
import { plainLogin, serverProperties } from './kafka-properties.mjs';
import { moveIntoCache } from './programs.mjs';

/** @typedef {import('../session/site.mjs').Site} Site */

const label = `Kafka ${versions.kafka}`;

/** Kafka in KRaft mode: each process is broker and controller, from jars. */
export const kafka = {
  name: 'kafka',
  label,
  /** @param {Site} site */
  isAcquired: (site) => existsSync(jarsOf(site)),
  acquire,
  launches,
};

/**
 * Downloads the jars with Maven.
 *
 * @param {Site} site
 * @param {AbortSignal} signal
 */
async function acquire(site, signal) {
  const jars = jarsOf(site);
  if (existsSync(jars)) return;
  const draft = `${jars}.${process.pid}.draft`;
  site.console.log(`${label}: fetching jars (about 43 MB)`);
  const endProgress = site.console.progress(`${label}: fetching jars`, () => megabytesIn(draft));
  try {
    const goal = `org.apache.maven.plugins:maven-dependency-plugin:${versions.mavenDependencyPlugin}:copy-dependencies`;
    const properties = [
      `kafka.version=${versions.kafka}`,
      `log4j.version=${versions.log4j}`,
      'includeScope=runtime',
      `outputDirectory=${draft}`,
    ];
    const args = ['-B', '-q', '-f', 'infra/kafka/pom.xml', goal, ...properties.map((property) => `-D${property}`)];
    const command = { name: 'kafka-jars', command: 'mvn', args, timeoutMs: 15 * 60_000 };
    await runCommand(site.command(command), site, signal);
    moveIntoCache(draft, jars);
  } finally {
    endProgress();
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Returns a process for each broker. Each is also a controller.
 *
 * @param {Site} site
 * @param {AbortSignal} signal
 */
async function launches(site, signal) {
  const brokers = await Promise.all(site.brokerIds().map((id) => brokerOf(site, id)));
  const [all, users] = [brokers.map(({ ports }) => ports), await usersOf(site)];
  mkdirSync(site.layout.kafka, { recursive: true, mode: 0o700 });
  for (const { id, data, properties } of brokers)
    writeSecret(properties, serverProperties({ id, ports: all, data, users }));
  await format(site, brokers, signal);
  const archive = preparedClasses(site);
  return brokers.map((broker) => ({ name: nameOf('kafka', broker.id), launch: launchOf(site, broker, archive) }));
}

/**
 * @param {Site} site
 * @param {{ id: number, properties: string, ports: import('./kafka-properties.mjs').BrokerPorts }} broker
 * @param {string} archive Prepared classes.
 * @returns {import('../process/managed-process.mjs').Launch}
 */
function launchOf(site, { id, properties, ports: { address, admin } }, archive) {
  const { options, stopped } = brokerJava(archive, nameOf('kafka', id));
  const logging = `-Dlog4j2.configurationFile=${path.join(site.root, 'infra/kafka/log4j2.properties')}`;
  return {
    ...java(site),
    args: [...options, logging, ...classes(site), 'kafka.Kafka', properties],
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 20_000,
    stopped,
    isReady: () => kafkaAnswers(address, admin),
  };
}

/**
 * Formats the data of new brokers, all with the same cluster id. A broker that lost its data joins its cluster again.
 *
 * @param {Site} site
 * @param {readonly { id: number, data: string, properties: string }[]} brokers
 * @param {AbortSignal} signal
 */
async function format(site, brokers, signal) {
  const known = brokers.map(({ data }) => clusterIdIn(data));
  const clusterId = known.find((id) => id !== null) ?? newClusterId();
  const unformatted = brokers.filter((_, index) => known[index] === null);
  await Promise.all(
    unformatted.map(({ id, properties }) => {
      const format = ['kafka.tools.StorageTool', 'format', '--cluster-id', clusterId, '--config', properties];
      const args = [...classes(site), ...format, '--ignore-formatted'];
      return runCommand({ ...java(site), name: nameOf('kafka-format', id), args, timeoutMs: 60_000 }, site, signal);
    }),
  );
}

/**
 * @param {string} data Folder of a broker.
 * @returns {string | null} null before it is formatted.
 */
function clusterIdIn(data) {
  const file = path.join(data, 'meta.properties');
  if (!existsSync(file)) return null;
  return /^cluster\.id=(.+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? null;
}

/**
 * Returns the ports and files of a broker.
 *
 * @param {Site} site
 * @param {number} id
 */
async function brokerOf(site, id) {
  const ports = {
    address: site.addressOf(nameOf('kafka', id)),
    admin: await site.ports.choose(nameOf('kafka', id)),
    services: await site.ports.choose(nameOf('kafka-services', id)),
    controller: await site.ports.choose(nameOf('kafka-controller', id)),
  };
  const properties = path.join(site.layout.kafka, `${nameOf('server', id)}.properties`);
  return { id, ports, data: site.brokerData(id), properties };
}

/**
 * Users of the SERVICES listener with their passwords, in the format of the login module.
 *
 * @param {Site} site
 */
async function usersOf(site) {
  // Imported late: it imports this file.
  const { services } = await import('../stack.mjs');
  return services.map((service) => `user_${userOf(service)}="${site.password(passwordOf(service))}"`).join(' ');
}

/** @param {string} service */
const userOf = (service) => `earshot-${service}`;

/** @param {string} service */
const passwordOf = (service) => `kafka-${service}`;

/**
 * Client settings with which a service authenticates as its own user.
 *
 * @param {Site} site
 * @param {string} service
 */
export async function kafkaAccessOf(site, service) {
  const file = path.join(site.layout.kafka, 'clients', `${service}.properties`);
  const login = `username="${userOf(service)}" password="${site.password(passwordOf(service))}"`;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeSecret(
    file,
    `security.protocol=SASL_PLAINTEXT
sasl.mechanism=PLAIN
sasl.jaas.config=${plainLogin} ${login};
`,
  );
  return { KAFKA_BROKERS: await site.brokersAt('kafka-services'), KAFKA_CLIENT_PROPERTIES: file };
}

/**
 * @param {string} file An earlier version may have left it readable for everybody, hence chmod.
 * @param {string} text
 */
function writeSecret(file, text) {
  writeFileSync(file, text, { mode: 0o600 });
  chmodSync(file, 0o600);
}

/** @returns {string} 128 random bits in base64, as Kafka's Uuid, without a leading dash. */
function newClusterId() {
  const id = randomBytes(16).toString('base64url');
  return id.startsWith('-') ? newClusterId() : id;
}

/**
 * @param {string} dir
 * @returns {string} Empty while Maven fills its own repository.
 */
function megabytesIn(dir) {
  if (!existsSync(dir)) return '';
  const sizes = readdirSync(dir).map((file) => statSync(path.join(dir, file), { throwIfNoEntry: false })?.size ?? 0);
  return `${Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1e6)} MB`;
}
