import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Model } from '@earshot/contracts-inference';
import { SecretBox } from '@earshot/service-kit';
import { v7 } from 'uuid';
import type { RotationConfig } from '../src/config.js';
import { rotateSecrets } from '../src/secrets/secrets-rotation.js';
import { until } from '@earshot/messaging/testing';
import { calls, inTurn, textScript } from './openai-double.js';
import { ToolDouble } from './tool-double.js';
import { master, textOf, InferenceApp } from './inference-app.js';

const next = randomBytes(32);
const text = (key: Buffer) => key.toString('base64');
/** As versions from before 0.1 sealed. */
const withoutId = (sealed: string) => sealed.replace(/=.*/, '');

let app: InferenceApp;
let tool: ToolDouble;

beforeAll(async () => {
  tool = await ToolDouble.listen();
  app = await InferenceApp.begin();
}, 60_000);

afterAll(async () => {
  await app.end();
  await tool.close();
}, 60_000);

/** What `npm run rotate-secrets` does, and what it prints. */
async function rotate(changes: Partial<RotationConfig> = {}) {
  const lines: string[] = [];
  const config = { databaseUrl: app.database.url, secretKey: next, acceptedSecretKeys: [master], ...changes };
  return { done: await rotateSecrets(config, (line) => lines.push(line)), lines };
}

async function makeSealed(projectId: string, key: string, seal: (modelId: string) => string): Promise<Model> {
  const id = v7();
  const provider = { kind: 'openai' as const, base_url: app.upstream.baseUrl, model: 'm', sealed_api_key: seal(id) };
  return app.makeModel(projectId, key, { id, provider, capabilities: ['chat', 'tools'] });
}

describe('a changed master secret', () => {
  it('is introduced during chats, and then the old one can be removed', async () => {
    const project = await app.makeProject();
    const models = [
      await makeSealed(project.id, 'legacy', (id) => withoutId(app.seal('sk-legacy', id))),
      await makeSealed(project.id, 'old', (id) => app.seal('sk-old', id)),
    ];
    const toolId = v7();
    const sealed_headers = withoutId(app.sealHeaders({ authorization: 'Bearer t' }, toolId));
    const endpoint = { kind: 'http' as const, url: tool.url, method: 'GET' as const };
    await app.makeTool(project.id, 'weather', { id: toolId, endpoint, sealed_headers });

    await app.stopService();
    await app.startService({ EARSHOT_SECRET_KEY: text(next), EARSHOT_SECRET_KEYS_ACCEPTED: text(master) });
    models.push(
      await makeSealed(project.id, 'new', (id) => new SecretBox(next, 'provider-api-key').seal('sk-new', id)),
    );
    let isOver = false;
    const answers: string[] = [];
    const chats = (async () => {
      while (!isOver || answers.length < 6) {
        const { id } = models[answers.length % 3] as Model;
        answers.push(textOf(await app.answerTo(project.id, { model: id })));
      }
    })();
    await until(() => answers.length > 3, 'chats');
    const rotated = await rotate();
    isOver = true;
    await chats;

    expect(rotated).toEqual({
      done: true,
      lines: [
        'API keys of models: 2 sealed again, 1 sealed with this key before, 0 unreadable',
        'headers of tools: 1 sealed again, 0 sealed with this key before, 0 unreadable',
      ],
    });
    expect(new Set(answers)).toEqual(new Set(['Hello there']));
    expect((await rotate()).lines).toEqual([
      'API keys of models: 0 sealed again, 3 sealed with this key before, 0 unreadable',
      'headers of tools: 0 sealed again, 1 sealed with this key before, 0 unreadable',
    ]);

    await app.stopService();
    await app.startService({ EARSHOT_SECRET_KEY: text(next) });
    app.upstream.requests.length = 0;
    for (const { id } of models) await app.answerTo(project.id, { model: id });
    const keys = app.upstream.requests.map(({ authorization }) => authorization);
    expect(keys).toEqual(['Bearer sk-legacy', 'Bearer sk-old', 'Bearer sk-new']);
    app.upstream.script = inTurn(calls(['weather', '{}']), textScript('It is sunny.'));
    const tools = { switches: [], functions: [], choice: null, parallel: null };
    expect(textOf(await app.answerTo(project.id, { tools, model: models[0]?.id }))).toBe('It is sunny.');
    expect(tool.seen.map(({ authorization }) => authorization)).toEqual(['Bearer t']);
    app.upstream.script = textScript('Hello there');
  }, 90_000);

  it('leaves unreadable secrets unchanged, and names them', async () => {
    const project = await app.makeProject();
    const lost = await makeSealed(project.id, 'lost', (id) =>
      new SecretBox(randomBytes(32), 'provider-api-key').seal('sk', id),
    );
    const { done, lines } = await rotate();
    expect([done, lines]).toEqual([
      false,
      expect.arrayContaining([
        expect.stringMatching(/^API keys of models: 0 sealed again, \d sealed with this key before, 1 unreadable$/),
        expect.stringContaining(lost.id),
      ]),
    ]);
    expect((await app.modelsOf(project.id))[0]?.provider).toEqual(lost.provider);
  }, 60_000);
});
