import { describe, expect, it } from '@jest/globals';
import { besideStart, inheritedEnvironment, readSettings } from './settings.mjs';

describe('readSettings', () => {
  it('tells all problems at once and no value of a secret', () => {
    const { problems } = readSettings({ PORT: '80x', LOG_LEVEL: 'loud', EARSHOT_ADMIN_KEY: 'hunter2' });
    expect(problems).toHaveLength(3);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('gives tests data, ports and keys of their own', () => {
    const { settings } = readSettings({ PORT: '9000', EARSHOT_DATA_DIR: '/data' });
    expect(besideStart(settings, 'test')).toMatchObject({ dataDir: '/data/test', port: null, adminKey: null });
  });
});

describe('inheritedEnvironment', () => {
  it("passes on the caller's environment without the settings and secrets of the stack", () => {
    const env = {
      PATH: '/bin',
      OTEL_EXPORTER: 'x',
      EARSHOT_QUEUE_LIMIT: '9',
      EARSHOT_ADMIN_KEY: 'k',
      PORT: '1',
      npm_config_x: 'y',
    };
    expect(inheritedEnvironment(env)).toMatchObject({ PATH: '/bin', OTEL_EXPORTER: 'x', EARSHOT_QUEUE_LIMIT: '9' });
    expect(Object.keys(inheritedEnvironment(env)).sort()).toEqual([
      'EARSHOT_QUEUE_LIMIT',
      'NODE_OPTIONS',
      'OTEL_EXPORTER',
      'PATH',
    ]);
  });
});
