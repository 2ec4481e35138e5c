import { describe, expect, it } from '@jest/globals';
import { loadSettings, SettingsError } from './settings.js';
import { tracingIsOn, tracingSettings } from './base-settings.js';

describe(tracingIsOn.name, () => {
  const isOn = (environment: Record<string, string>) => tracingIsOn(loadSettings(tracingSettings, environment));
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

  it('is enabled only with an endpoint for spans', () => {
    expect(isOn({})).toBe(false);
    expect(isOn({ OTEL_TRACES_EXPORTER: 'otlp' })).toBe(false);
    expect(isOn(endpoint)).toBe(true);
    expect(isOn({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' })).toBe(true);
  });

  it('is disabled by the variables of the specification', () => {
    expect(isOn({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })).toBe(false);
    expect(isOn({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' })).toBe(false);
  });

  it('rejects invalid values', () => {
    expect(() => isOn({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })).toThrow(SettingsError);
    expect(() => isOn({ ...endpoint, OTEL_TRACES_EXPORTER: 'jaeger' })).toThrow(SettingsError);
  });
});
