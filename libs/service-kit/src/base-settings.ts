import { plaintext, readClientProperties } from '@earshot/messaging';
import { z } from 'zod';
import { setting, wholeNumber, type Config } from './settings.js';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const address = /^[^\s:,]+:\d{1,5}$/;

/** Settings of the connection to Kafka. */
export const kafkaSettings = {
  brokers: setting(
    'KAFKA_BROKERS',
    z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .refine((parts) => parts.every((part) => address.test(part)), 'must be host:port, several separated by commas'),
    'Kafka brokers, host:port, separated by commas.',
  ),
  security: setting(
    'KAFKA_CLIENT_PROPERTIES',
    z
      .string()
      .optional()
      .transform((file, context) => {
        try {
          return file === undefined ? plaintext : readClientProperties(file);
        } catch (error) {
          context.addIssue((error as Error).message);
          return z.NEVER;
        }
      }),
    'File of Kafka client properties for TLS and SASL. None: neither.',
  ),
};

/** Setting of a service with a database. */
export const databaseSettings = {
  databaseUrl: setting(
    'DATABASE_URL',
    z.string().regex(/^postgres(ql)?:\/\//, 'must be a PostgreSQL URL, postgres://role:password@host:port/database'),
    "PostgreSQL, as the service's own role: postgres://role:password@host:port/database.",
  ),
};

/** Settings of every process. */
export const baseSettings = {
  ...kafkaSettings,
  instance: setting(
    'EARSHOT_INSTANCE',
    z.string().regex(/^[a-zA-Z0-9._-]{1,100}$/, 'must be 1 to 100 letters, digits, dots, dashes, underscores'),
    'Unique name of this process; on Kubernetes the name of the pod.',
  ),
  logLevel: setting('LOG_LEVEL', z.enum(logLevels).default('info'), `Minimum log level: ${logLevels.join(', ')}.`),
};

/** Settings of the probes of a process without public address. */
export const healthSettings = {
  host: setting(
    'EARSHOT_HEALTH_HOST',
    z.string().default('127.0.0.1'),
    'Address that /livez, /readyz and /metrics listen on.',
  ),
  port: setting(
    'EARSHOT_HEALTH_PORT',
    wholeNumber(0, 65_535).default(0),
    'Port of /livez, /readyz and /metrics; 0: any free port.',
  ),
};

/** The master secret of the installation, from which keys are derived. */
export const secretKeySetting = setting(
  'EARSHOT_SECRET_KEY',
  z
    .string()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((bytes) => bytes.length === 32, 'must be 32 bytes in base64'),
  'Master secret, 32 random bytes in base64: `openssl rand -base64 32`.',
);

/** Further master secrets, while the one that seals is changed for another: docs/guides/keys-and-secrets.md. */
export const acceptedSecretKeysSetting = setting(
  'EARSHOT_SECRET_KEYS_ACCEPTED',
  z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((part) => part.trim() !== ''))
    .transform((parts) => parts.map((part) => Buffer.from(part, 'base64')))
    .refine(
      (keys) => keys.every(({ length }) => length === 32),
      'must be 32 bytes in base64, several separated by commas',
    ),
  'Old master secrets that are still accepted, separated by commas.',
);

/**
 * Settings of tracing, with the names of the OpenTelemetry specification. The SDK reads all others of them itself.
 *
 * See https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export const tracingSettings = {
  endpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    z.url().optional(),
    'OTLP/HTTP endpoint for spans: http://collector:4318.',
  ),
  tracesEndpoint: setting(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    z.url().optional(),
    'The same with the path: http://collector:4318/v1/traces.',
  ),
  exporter: setting(
    'OTEL_TRACES_EXPORTER',
    z.enum(['otlp', 'none'], { error: 'must be otlp or none' }).default('otlp'),
    'otlp or none; none exports no spans.',
  ),
  disabled: setting(
    'OTEL_SDK_DISABLED',
    z
      .string()
      .default('false')
      .transform((text) => text.toLowerCase() === 'true'),
    'true: creates no spans.',
  ),
};

/** Whether spans are exported: only if an endpoint is set. */
export function tracingIsOn({ endpoint, tracesEndpoint, exporter, disabled }: Config<typeof tracingSettings>): boolean {
  return !disabled && exporter === 'otlp' && (endpoint ?? tracesEndpoint) !== undefined;
}
