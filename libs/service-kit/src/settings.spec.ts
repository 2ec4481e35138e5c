import { describe, expect, it } from '@jest/globals';
import { baseSettings } from './base-settings.js';
import { loadSettings, setting, wholeNumber } from './settings.js';

describe(loadSettings.name, () => {
  const settings = { ...baseSettings, port: setting('PORT', wholeNumber(1, 65_535), 'Port.') };

  it('names every wrong or missing variable at once and never a value', () => {
    const load = () => loadSettings(settings, { KAFKA_BROKERS: 'hunter2', PORT: '70000', LOG_LEVEL: '' });
    expect(load).toThrow(
      /KAFKA_BROKERS: must be host:port[^]*EARSHOT_INSTANCE: is not set[^]*PORT: must be an integer/,
    );
    expect(load).not.toThrow(/hunter2|70000/);
  });

  it('treats an empty variable as unset', () => {
    const env = { KAFKA_BROKERS: 'a:1, b:2', EARSHOT_INSTANCE: 'x-0', PORT: '80', LOG_LEVEL: '' };
    expect(loadSettings(settings, env)).toEqual({
      brokers: ['a:1', 'b:2'],
      instance: 'x-0',
      logLevel: 'info',
      security: {},
      port: 80,
    });
  });
});
