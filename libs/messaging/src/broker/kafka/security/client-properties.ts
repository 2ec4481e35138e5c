import path from 'node:path';
import { getProperties } from 'properties-file';
import { jaasOptions } from './jaas-config.js';
import { saslMechanisms, type KafkaSecurity, type SaslCredentials } from './kafka-security.js';
import { textOf, tlsOf, type Properties } from './tls-properties.js';

const protocols = ['PLAINTEXT', 'SSL', 'SASL_PLAINTEXT', 'SASL_SSL'];

/** The supported properties of the families security, sasl and ssl. Properties of other families are ignored. */
const supported = [
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

/** Kafka's config provider that reads environment variables. */
const providerClass = 'org.apache.kafka.common.config.provider.EnvVarConfigProvider';
const variable = /\$\{env:([^}]*)\}/g;

/**
 * Reads the connection security from a file of Kafka client properties, as Kafka's tools take it with
 * `--command-config`. File names in it are relative to its directory.
 *
 * @param env values for `${env:NAME}`, used if the file names Kafka's EnvVarConfigProvider.
 * @throws Error naming the wrong property and the expected form; it never contains a secret.
 */
export function readClientProperties(file: string, env: NodeJS.ProcessEnv = process.env): KafkaSecurity {
  const properties = withEnvironment(new Map(Object.entries(getProperties(textOf(file, 'the file')))), env);
  for (const name of properties.keys()) {
    if (families.test(name) && !supported.includes(name))
      throw new Error(`${name} is not supported; supported are ${supported.join(', ')}`);
  }
  const protocol = properties.get('security.protocol') ?? 'PLAINTEXT';
  if (!protocols.includes(protocol)) throw new Error(`security.protocol must be ${oneOf(protocols)}`);
  const [usesTls, usesSasl] = [protocol.endsWith('SSL'), protocol.startsWith('SASL')];
  if (!usesTls) reject(properties, 'ssl.', 'SSL or SASL_SSL');
  if (!usesSasl) reject(properties, 'sasl.', 'SASL_SSL or SASL_PLAINTEXT');
  return {
    ...(usesTls && { tls: tlsOf(properties, path.dirname(file)) }),
    ...(usesSasl && { sasl: saslOf(properties) }),
  };
}

/** A property without effect is a mistake that nobody would notice. */
function reject(properties: Properties, family: string, needed: string): void {
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

/** Replaces `${env:NAME}` by environment variables, if the properties name the provider `env`. */
function withEnvironment(properties: ReadonlyMap<string, string>, env: NodeJS.ProcessEnv): ReadonlyMap<string, string> {
  const providers = properties.get('config.providers');
  if (providers === undefined) return properties;
  if (providers !== 'env' || properties.get('config.providers.env.class') !== providerClass)
    throw new Error(`config.providers must be env, and config.providers.env.class ${providerClass}`);
  return new Map(
    [...properties].map(([name, text]) => [
      name,
      text.replaceAll(variable, (_whole, variableName: string) => {
        const value = env[variableName];
        if (value === undefined || value === '')
          throw new Error(`${name} needs the environment variable ${variableName}`);
        return value;
      }),
    ]),
  );
}
