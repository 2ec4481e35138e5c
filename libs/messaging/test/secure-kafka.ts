import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KafkaBroker } from '../src/broker/kafka/kafka-broker.js';
import { readClientProperties } from '../src/broker/kafka/security/client-properties.js';
import type { KafkaAccess } from '../src/broker/kafka/security/kafka-security.js';
import { recordingLogger } from './lanes-app.js';
import { until } from './until.js';

const javaHome = process.env['JAVA_HOME'];
const java = (program: string) => (javaHome === undefined ? program : path.join(javaHome, 'bin', program));

/** Java's stores want six characters at least. */
const storePassword = 'of-the-stores';

/** The listener without SASL, and the controller, are this machine's alone. */
const authorizer = `authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
super.users=User:ANONYMOUS;User:earshot`;

/** Where a client can come in. */
export type Listener = 'SASL_SSL' | 'SASL_PLAINTEXT' | 'SSL';

/** A Kafka of its own that lets in who says who it is, and over TLS: `localhost` with a certificate of its own. */
export class SecureKafka {
  /** Of the one user. */
  readonly password = randomBytes(12).toString('hex');
  /**
   * How long a client is believed that said who it is over SASL_SSL, ms; kafkajs would do so with every request of a
   * session below 10 s.
   */
  readonly sessionMs = 11_000;
  /** Properties by which the broker's certificate is trusted. */
  readonly trust = ['ssl.truststore.type=PEM', 'ssl.truststore.location=broker.pem'];
  /** Properties of a client that has a certificate. */
  readonly certificate = [
    'ssl.keystore.type=PKCS12',
    'ssl.keystore.location=client.p12',
    `ssl.keystore.password=${storePassword}`,
  ];
  readonly #jars: string;
  readonly #users: readonly string[];
  readonly #dir = mkdtempSync(path.join(tmpdir(), 'earshot-secure-kafka-'));
  readonly #ports = new Map<Listener | 'PLAINTEXT' | 'CONTROLLER', number>();
  #broker: ChildProcess | undefined;

  /**
   * @param jars folder with Kafka's jars.
   * @param users beside `earshot`, with the same password. Where there are some, brokers let them do only what ACLs
   * say; `earshot` may do everything.
   */
  constructor(jars: string, users: readonly string[] = []) {
    this.#jars = jars;
    this.#users = users;
  }

  async start(): Promise<void> {
    for (const name of ['SASL_SSL', 'SASL_PLAINTEXT', 'SSL', 'PLAINTEXT', 'CONTROLLER'] as const)
      this.#ports.set(name, await freePort());
    this.#certify('broker', 'localhost');
    this.#certify('client', 'client');
    const properties = this.#file('server.properties', this.#serverProperties());
    const users = ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) =>
      ['earshot', ...this.#users].flatMap((name) => [
        '--add-scram',
        `${mechanism}=[name=${name},password=${this.password}]`,
      ]),
    );
    const format = ['format', '--cluster-id', 'c2VjdXJlLWthZmthLXg', '--config', properties, ...users];
    this.#run('java', [...this.#classes, 'kafka.tools.StorageTool', ...format]);
    const options = ['-Xmx256m', '-XX:TieredStopAtLevel=1', ...this.#classes, 'kafka.Kafka', properties];
    this.#broker = spawn(java('java'), options, { stdio: 'ignore' });
    await until(() => this.#answers(), 'the broker to answer', 60_000);
  }

  async stop(): Promise<void> {
    if (this.#broker?.exitCode === null) {
      this.#broker.kill('SIGKILL');
      await once(this.#broker, 'exit');
    }
    rmSync(this.#dir, { recursive: true });
  }

  /** Access as the properties say. @param host by which the broker is called */
  access(listener: Listener, properties: readonly string[], host = 'localhost'): KafkaAccess {
    const { brokers, file } = this.settings(listener, properties, host);
    return { brokers, security: readClientProperties(file) };
  }

  /** The same as a process is given it: a file of properties. */
  settings(listener: Listener, properties: readonly string[], host = 'localhost'): { brokers: string[]; file: string } {
    const lines = [`security.protocol=${listener}`, 'bootstrap.servers=elsewhere:1', ...properties];
    const file = this.#file('client.properties', lines.join('\n'));
    return { brokers: [`${host}:${this.#port(listener)}`], file };
  }

  /** Properties of a user. */
  user(mechanism: string, password = this.password, name = 'earshot'): string[] {
    const module = 'org.apache.kafka.common.security.scram.ScramLoginModule';
    const jaas = `${module} required username="${name}" password="${password}";`;
    return [`sasl.mechanism=${mechanism}`, `sasl.jaas.config=${jaas}`];
  }

  /** Writes a file beside the certificates. @returns its path */
  #file(name: string, text: string): string {
    const file = path.join(this.#dir, name);
    writeFileSync(file, text);
    return file;
  }

  /** A key with a certificate of its own: `<name>.p12` has both, `<name>.pem` the certificate. */
  #certify(name: string, host: string): void {
    const store = ['-alias', name, '-keystore', `${name}.p12`, '-storetype', 'PKCS12', '-storepass', storePassword];
    const names = ['-dname', `CN=${host}`, '-ext', `SAN=dns:${host}`, '-validity', '2'];
    this.#run('keytool', ['-genkeypair', ...store, '-keyalg', 'EC', '-groupname', 'secp256r1', ...names]);
    this.#run('keytool', ['-exportcert', '-rfc', ...store, '-file', `${name}.pem`]);
  }

  get #classes(): string[] {
    return ['-cp', path.join(this.#jars, '*')];
  }

  #run(program: string, args: readonly string[]): void {
    execFileSync(java(program), args, { cwd: this.#dir, stdio: 'pipe', timeout: 60_000 });
  }

  #port(name: Listener | 'PLAINTEXT' | 'CONTROLLER'): number {
    return this.#ports.get(name) ?? 0;
  }

  async #answers(): Promise<boolean> {
    const brokers = [`127.0.0.1:${this.#port('PLAINTEXT')}`];
    const broker = new KafkaBroker({ brokers }, 'probe', recordingLogger());
    return broker.admin
      .topicNames()
      .then(
        () => true,
        () => false,
      )
      .finally(() => broker.close());
  }

  #serverProperties(): string {
    const data = path.join(this.#dir, 'data');
    mkdirSync(data);
    const at = (name: Listener | 'PLAINTEXT' | 'CONTROLLER', host = 'localhost') =>
      `${name}://${host}:${this.#port(name)}`;
    const outside = [at('SASL_SSL'), at('SASL_PLAINTEXT'), at('SSL'), at('PLAINTEXT', '127.0.0.1')].join(',');
    const plain = 'org.apache.kafka.common.security.plain.PlainLoginModule required';
    const scram = 'org.apache.kafka.common.security.scram.ScramLoginModule required;';
    return `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${this.#port('CONTROLLER')}
controller.listener.names=CONTROLLER
listeners=${outside},${at('CONTROLLER', '127.0.0.1')}
advertised.listeners=${outside}
inter.broker.listener.name=PLAINTEXT
listener.security.protocol.map=SASL_SSL:SASL_SSL,SASL_PLAINTEXT:SASL_PLAINTEXT,SSL:SSL,PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs=${data}
auto.create.topics.enable=false
offsets.topic.replication.factor=1
offsets.topic.num.partitions=1
group.initial.rebalance.delay.ms=0
sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512
${['sasl_ssl', 'sasl_plaintext']
  .flatMap((listener) => [
    `listener.name.${listener}.plain.sasl.jaas.config=${plain} user_earshot="${this.password}";`,
    `listener.name.${listener}.scram-sha-256.sasl.jaas.config=${scram}`,
    `listener.name.${listener}.scram-sha-512.sasl.jaas.config=${scram}`,
  ])
  .join('\n')}
listener.name.sasl_ssl.scram-sha-512.connections.max.reauth.ms=${this.sessionMs}
ssl.keystore.type=PKCS12
ssl.keystore.location=${path.join(this.#dir, 'broker.p12')}
ssl.keystore.password=${storePassword}
ssl.truststore.type=PEM
ssl.truststore.location=${path.join(this.#dir, 'client.pem')}
listener.name.ssl.ssl.client.auth=required
${this.#users.length === 0 ? '' : authorizer}
`;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
