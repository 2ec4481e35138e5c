import { z } from 'zod';
import { setting, type Config } from './settings.js';

/**
 * By the names of the OpenTelemetry specification (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/), the same for
 * every process: whether it traces. All else that the specification names is read by its SDK.
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

/** Whether spans are to be exported: only where somebody has said where to. */
export function tracingIsOn({ endpoint, tracesEndpoint, exporter, disabled }: Config<typeof tracingSettings>): boolean {
  return !disabled && exporter === 'otlp' && (endpoint ?? tracesEndpoint) !== undefined;
}
