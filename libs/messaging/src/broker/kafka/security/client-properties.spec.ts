import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { readClientProperties } from './client-properties.js';

describe('readClientProperties', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'earshot-properties-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  function read(...lines: string[]) {
    const file = path.join(dir, 'client.properties');
    writeFileSync(file, lines.join('\n'));
    return readClientProperties(file);
  }

  const user = 'sasl.jaas.config=o.a.k.ScramLoginModule required username="earshot" password="hunter2";';
  const scram = ['sasl.mechanism=SCRAM-SHA-512', user];

  it('uses neither TLS nor SASL by default', () => {
    expect(read('# a comment', 'bootstrap.servers=a:1', 'acks=all')).toEqual({});
    expect(read('security.protocol=PLAINTEXT')).toEqual({});
  });

  it('finds a user, and certificates in a file beside it', () => {
    const ca = rootCertificates.slice(0, 2).join('\n');
    writeFileSync(path.join(dir, 'ca.pem'), ca);
    const trust = ['ssl.truststore.type=PEM', 'ssl.truststore.location=ca.pem'];
    expect(read('security.protocol=SASL_SSL', ...trust, ...scram)).toEqual({
      tls: { ca },
      sasl: { mechanism: 'SCRAM-SHA-512', username: 'earshot', password: 'hunter2' },
    });
  });

  it('trusts the certificates of Node.js when no truststore is named', () => {
    expect(read('security.protocol=SSL', 'ssl.endpoint.identification.algorithm=https')).toEqual({ tls: {} });
  });

  it.each([
    [['security.protocol=TLS'], 'security.protocol must be PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL'],
    [['security.protocol=SASL_SSL', 'sasl.mechanism=GSSAPI', user], 'sasl.mechanism must be PLAIN, SCRAM-SHA-256 or'],
    [['security.protocol=SASL_SSL', 'sasl.mechanism=PLAIN'], 'sasl.jaas.config must be of the form'],
    [['security.protocol=SSL', ...scram], 'sasl.mechanism needs a security.protocol of SASL_SSL or SASL_PLAINTEXT'],
    [scram, 'sasl.mechanism needs a security.protocol'],
    [['security.protocol=SASL_PLAINTEXT', ...scram, 'ssl.truststore.type=PEM'], 'needs a security.protocol of SSL or'],
    [
      ['security.protocol=SSL', 'ssl.protocol=TLSv1.3'],
      'ssl.protocol is not supported; supported are security.protocol',
    ],
    [['security.protocol=SSL', 'ssl.truststore.location=ca.jks'], 'ssl.truststore.type must be PEM'],
    [['security.protocol=SSL', 'ssl.keystore.type=JKS', 'ssl.keystore.location=a'], 'must be PEM or PKCS12'],
    [['security.protocol=SSL', 'ssl.endpoint.identification.algorithm=none'], 'must be https or empty'],
    [
      ['security.protocol=SSL', 'ssl.truststore.type=PEM', 'ssl.truststore.location=nowhere.pem'],
      'ssl.truststore.location cannot be read (ENOENT)',
    ],
    [
      ['security.protocol=SSL', 'ssl.truststore.type=PEM', 'ssl.truststore.location=client.properties'],
      'ssl.truststore.location must contain certificates in PEM',
    ],
    [
      ['security.protocol=SSL', 'ssl.keystore.type=PEM', 'ssl.keystore.location=client.properties'],
      'ssl.keystore.location must contain a key and its certificates',
    ],
  ])('reports what is wrong in %j without a password', (lines, sentence) => {
    const reading = (): unknown => read(...lines);
    expect(reading).toThrow(sentence);
    expect(reading).not.toThrow('hunter2');
  });

  const provider = [
    'config.providers=env',
    'config.providers.env.class=org.apache.kafka.common.config.provider.EnvVarConfigProvider',
  ];
  const named = 'sasl.jaas.config=o.a.k.ScramLoginModule required username="${env:WHO}" password="${env:SECRET}";';
  const asWho = ['security.protocol=SASL_PLAINTEXT', 'sasl.mechanism=SCRAM-SHA-512', named];

  it('reads user and password from the environment through the provider of Kafka', () => {
    const file = path.join(dir, 'client.properties');
    writeFileSync(file, [...provider, ...asWho].join('\n'));
    expect(readClientProperties(file, { WHO: 'earshot-gateway', SECRET: 'hunter2' }).sasl).toEqual({
      mechanism: 'SCRAM-SHA-512',
      username: 'earshot-gateway',
      password: 'hunter2',
    });
    expect(() => readClientProperties(file, { WHO: 'x' })).toThrow(
      'sasl.jaas.config needs the environment variable SECRET',
    );
    writeFileSync(file, asWho.join('\n'));
    expect(readClientProperties(file, {}).sasl).toMatchObject({ username: '${env:WHO}' });
  });

  it('rejects an unknown config provider', () => {
    const file = 'config.providers.file.class=org.apache.kafka.common.config.provider.FileConfigProvider';
    expect((): unknown => read('config.providers=file', file)).toThrow('config.providers must be env');
  });

  it('reports a missing file', () => {
    expect(() => readClientProperties(path.join(dir, 'none'))).toThrow('the file cannot be read (ENOENT)');
  });
});
