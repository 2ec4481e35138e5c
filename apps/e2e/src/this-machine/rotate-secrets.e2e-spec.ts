import { describe, expect, it, jest } from '@jest/globals';
import { call, makeProject } from '../support/api.js';
import { firstDataDir, SecondInstallation } from '../support/second-installation.js';

jest.setTimeout(120_000);

// What it does to texts under another key: apps/inference/test/rotated-secrets.int-spec.ts.
describe('npm run rotate-secrets', () => {
  it('runs beside the services, and changes nothing when the key has not changed', async () => {
    const { key } = await makeProject();
    const provider = { kind: 'openai', base_url: 'http://127.0.0.1:1/v1', model: 'm', api_key: 'sk' };
    const model = { key: 'm', provider, capabilities: ['chat'] };
    expect((await call('POST', `/api/v1/projects/${key}/models`, { body: model })).status).toBe(201);
    const { code, output } = await new SecondInstallation().run('rotate-secrets.mjs', [], firstDataDir());
    expect(output).toMatch(/API keys of models: 0 sealed again, [1-9]\d* sealed with this key before, 0 unreadable/);
    expect(output).toMatch(/headers of tools: 0 sealed again, \d+ sealed with this key before, 0 unreadable/);
    expect([code, output]).toEqual([0, expect.stringContaining('Rotation complete. Delete ')]);
  });
});
