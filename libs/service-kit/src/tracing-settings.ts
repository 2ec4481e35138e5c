import { z } from 'zod';
import { setting, type Config } from './settings.js';

/**
 * Settings of tracing, with the names of the OpenTelemetry specification. The SDK reads all others of them itself.
 *
 * See https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export const tracingSettings = {
  endpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    z.url().optional(),
    'Where spans go, by OTLP over HTTP: http://collector:4318.',
  ),
  tracesEndpoint: setting(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    z.url().optional(),
    'The same with its path: http://collector:4318/v1/traces.',
  ),
  exporter: setting(
    'OTEL_TRACES_EXPORTER',
    z.enum(['otlp', 'none'], { error: 'must be otlp or none' }).default('otlp'),
    'otlp or none: none exports no spans wherever they would go.',
  ),
  disabled: setting(
    'OTEL_SDK_DISABLED',
    z
      .string()
      .default('false')
      .transform((text) => text.toLowerCase() === 'true'),
    'true: no spans.',
  ),
};

/** Whether spans are exported: only if an endpoint is set. */
export function tracingIsOn({ endpoint, tracesEndpoint, exporter, disabled }: Config<typeof tracingSettings>): boolean {
  return !disabled && exporter === 'otlp' && (endpoint ?? tracesEndpoint) !== undefined;
}
