import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { kafkaAnswers } from '../process/probes.mjs';
import { runCommand } from '../process/run-command.mjs';
import { versions } from '../versions.mjs';
import { javaCommand } from './programs.mjs';

/** @typedef {import('../session/site.mjs').Site} Site */

const label = `Kafka ${versions.kafka}`;

/**
 * Path of the jars, for Kafka without a container.
 *
 * @param {Site} site
 */
export const jarsOf = (site) => site.cached(`kafka-${versions.kafka}`);

/** Kafka in KRaft mode: broker and controller in one process, from jars. */
export const kafka = {
  name: 'kafka',
  label,
  /** @param {Site} site */
  isAcquired: (site) => existsSync(jarsOf(site)),
  acquire,
  launch,
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
 * Checkouts may fill a shared cache concurrently. The first wins; the copies are identical.
 *
 * @param {string} draft
 * @param {string} target
 */
function moveIntoCache(draft, target) {
  try {
    renameSync(draft, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  }
}

/**
 * @param {Site} site
 * @param {AbortSignal} signal
 * @returns {Promise<import('../process/managed-process.mjs').Launch>}
 */
async function launch(site, signal) {
  const ports = {
    admin: await site.ports.choose('kafka'),
    services: await site.ports.choose('kafka-services'),
    controller: await site.ports.choose('kafka-controller'),
  };
  const dir = site.layout.kafka;
  const data = path.join(dir, 'data');
  const properties = path.join(dir, 'server.properties');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeSecret(properties, serverProperties(ports, data, await usersOf(site)));
  const java = { command: javaCommand(site.env), cwd: site.root, env: site.env };
  const classes = ['-cp', path.join(jarsOf(site), '*')];
  if (!existsSync(path.join(data, 'meta.properties'))) {
    const format = [
      'kafka.tools.StorageTool',
      'format',
      '--cluster-id',
      newClusterId(),
      '--config',
      properties,
      '--ignore-formatted',
    ];
    await runCommand({ ...java, name: 'kafka-format', args: [...classes, ...format], timeoutMs: 60_000 }, site, signal);
  }
  const logging = `-Dlog4j2.configurationFile=${path.join(site.root, 'infra/kafka/log4j2.properties')}`;
  return {
    ...java,
    args: [...jvmOptions, logging, ...classes, 'kafka.Kafka', properties],
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 20_000,
    isReady: () => kafkaAnswers('127.0.0.1', ports.admin),
  };
}

/** An idle broker uses 60 MB of heap. Exiting on OutOfMemoryError lets the supervisor restart it. */
const jvmOptions = ['-Xms128m', '-Xmx256m', '-XX:+ExitOnOutOfMemoryError'];

/**
 * Users of the SERVICES listener with their passwords, in the format of the login module.
 *
 * @param {Site} site
 */
async function usersOf(site) {
  // Imported late: this file loads before the packages are built.
  const { principals } = await import('@earshot/contracts');
  return principals.map((principal) => `user_${userOf(principal)}="${site.password(passwordOf(principal))}"`).join(' ');
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
  return { KAFKA_BROKERS: `127.0.0.1:${await site.ports.choose('kafka-services')}`, KAFKA_CLIENT_PROPERTIES: file };
}

const plainLogin = 'org.apache.kafka.common.security.plain.PlainLoginModule required';

/**
 * @param {string} file An earlier version may have left it readable for everybody, hence chmod.
 * @param {string} text
 */
function writeSecret(file, text) {
  writeFileSync(file, text, { mode: 0o600 });
  chmodSync(file, 0o600);
}

/**
 * @param {{ admin: number, services: number, controller: number }} ports
 * @param {string} data
 * @param {string} users
 */
function serverProperties(ports, data, users) {
  return `# Written at every start by infra/local/servers/kafka.mjs.
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${ports.controller}
controller.listener.names=CONTROLLER
# PLAINTEXT is for jobs and tests of this machine, which may do everything; at SERVICES each service is its own user, with its own ACLs.
listeners=PLAINTEXT://127.0.0.1:${ports.admin},SERVICES://127.0.0.1:${ports.services},CONTROLLER://127.0.0.1:${ports.controller}
advertised.listeners=PLAINTEXT://127.0.0.1:${ports.admin},SERVICES://127.0.0.1:${ports.services}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SERVICES:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT
sasl.enabled.mechanisms=PLAIN
listener.name.services.plain.sasl.jaas.config=${plainLogin} ${users};
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
super.users=User:ANONYMOUS
inter.broker.listener.name=PLAINTEXT
log.dirs=${data.replaceAll('\\', '\\\\')}
# Topics are created from the contracts (infra/kafka/create-topics.mjs); a misspelt name must be an error.
auto.create.topics.enable=false
# One broker: internal topics have one copy. Few partitions: each is a file and work at the start.
offsets.topic.replication.factor=1
offsets.topic.num.partitions=8
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=8
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
share.coordinator.state.topic.num.partitions=1
# A group is complete when its processes are up; waiting for more members would delay the first message.
group.initial.rebalance.delay.ms=0
# The session timeout of Earshot's consumers (libs/messaging).
group.min.session.timeout.ms=6000
# Requests of clients are deleted within 6 minutes, not 10 (libs/contracts/core).
log.retention.check.interval.ms=60000
# Records stay below 1 MiB; a batch may hold two of them.
message.max.bytes=2097152
# The default, 128 MiB, is half of the heap in one piece. 16 MiB are enough for 600,000 keys of compacted topics.
log.cleaner.dedupe.buffer.size=16777216
`;
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
