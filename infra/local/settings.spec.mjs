import { describe, expect, it } from '@jest/globals';
import { isolatedSettings, inheritedEnvironment, readSettings } from './settings.mjs';

describe('readSettings', () => {
  it('reports all problems at once and no value of a secret', () => {
    const { problems } = readSettings({ PORT: '80x', LOG_LEVEL: 'loud', EARSHOT_ADMIN_KEY: 'hunter2' });
    expect(problems).toHaveLength(3);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('gives tests their own data, ports and keys', () => {
    const { settings } = readSettings({ PORT: '9000', EARSHOT_DATA_DIR: '/data' });
    expect(isolatedSettings(settings, 'test')).toMatchObject({ dataDir: '/data/test', port: null, adminKey: null });
  });
});

describe('inheritedEnvironment', () => {
  it("passes on the caller's environment without the settings and secrets of the stack", () => {
    const env = {
      PATH: '/bin',
      OTEL_EXPORTER: 'x',
      EARSHOT_QUEUE_LIMIT: '9',
      EARSHOT_PROVIDERS_ALLOWED_NETWORKS: '',
      EARSHOT_CHAT_DEADLINE_S: '30',
      EARSHOT_ADMIN_KEY: 'k',
      EARSHOT_SECRET_KEY: 'k',
      EARSHOT_MODELS_DIR: '/models',
      PORT: '1',
      npm_config_x: 'y',
    };
    const passedOn = {
      EARSHOT_QUEUE_LIMIT: '9',
      EARSHOT_PROVIDERS_ALLOWED_NETWORKS: '',
      EARSHOT_CHAT_DEADLINE_S: '30',
    };
    expect(inheritedEnvironment(env)).toEqual({ PATH: '/bin', OTEL_EXPORTER: 'x', ...passedOn });
  });
});
