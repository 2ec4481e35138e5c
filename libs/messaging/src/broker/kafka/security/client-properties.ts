import path from 'node:path';
import { getProperties } from 'properties-file';
import { jaasOptions } from './jaas-config.js';
import { withEnvironment } from './environment-values.js';
import { saslMechanisms, type KafkaSecurity, type SaslCredentials } from './kafka-security.js';
import { textOf } from './named-files.js';
import { tlsOf, type Properties } from './tls-properties.js';

const protocols = ['PLAINTEXT', 'SSL', 'SASL_PLAINTEXT', 'SASL_SSL'];

/** Those of Kafka's client properties that are understood; others of these three families are refused, and all else is for other programs. */
const understood = [
  'security.protocol',
  'sasl.mechanism',
  'sasl.jaas.config',
  'ssl.truststore.type',
  'ssl.truststore.location',
  'ssl.keystore.type',
  'ssl.keystore.location',
  'ssl.keystore.password',
  'ssl.key.password',
  'ssl.endpoint.identification.algorithm',
];
const families = /^(security|sasl|ssl)\./;

/**
 * Reads how brokers are to be spoken to from a file of Kafka's own client properties, as its tools take with `--command-config`. Files that it
 * names are relative to it.
 *
 * @param env what `${env:NAME}` in it stands for, where it names Kafka's provider for that.
 * @throws Error saying what is wrong and what would do, without a value that may be a secret.
 */
export function readClientProperties(file: string, env: NodeJS.ProcessEnv = process.env): KafkaSecurity {
  const properties = withEnvironment(new Map(Object.entries(getProperties(textOf(file, 'the file')))), env);
  for (const name of properties.keys()) {
    if (families.test(name) && !understood.includes(name))
      throw new Error(`${name} is not understood, only ${understood.join(', ')}`);
  }
  const protocol = properties.get('security.protocol') ?? 'PLAINTEXT';
  if (!protocols.includes(protocol)) throw new Error(`security.protocol must be ${oneOf(protocols)}`);
  const [usesTls, usesSasl] = [protocol.endsWith('SSL'), protocol.startsWith('SASL')];
  if (!usesTls) refuse(properties, 'ssl.', 'SSL or SASL_SSL');
  if (!usesSasl) refuse(properties, 'sasl.', 'SASL_SSL or SASL_PLAINTEXT');
  return {
    ...(usesTls && { tls: tlsOf(properties, path.dirname(file)) }),
    ...(usesSasl && { sasl: saslOf(properties) }),
  };
}

/** What would be without effect is a mistake, and one that nobody notices. */
function refuse(properties: Properties, family: string, needed: string): void {
  const name = [...properties.keys()].find((key) => key.startsWith(family));
  if (name !== undefined) throw new Error(`${name} needs a security.protocol of ${needed}`);
}

function saslOf(properties: Properties): SaslCredentials {
  const mechanism = saslMechanisms.find((known) => known === properties.get('sasl.mechanism'));
  if (mechanism === undefined) throw new Error(`sasl.mechanism must be ${oneOf(saslMechanisms)}`);
  const options = jaasOptions(properties.get('sasl.jaas.config') ?? '');
  const [username, password] = [options?.get('username'), options?.get('password')];
  if (username === undefined || password === undefined)
    throw new Error('sasl.jaas.config must be of the form: <login module> required username="..." password="...";');
  return { mechanism, username, password };
}

function oneOf(values: readonly string[]): string {
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1) ?? ''}`;
}
