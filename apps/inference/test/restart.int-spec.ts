import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lastValueFrom, tap, toArray } from 'rxjs';
import { until } from '@earshot/messaging/testing';
import { pauses, textScript } from './openai-double.js';
import { textOf as text, InferenceApp } from './inference-app.js';

let app: InferenceApp;

beforeAll(async () => {
  app = await InferenceApp.begin();
}, 60_000);

afterAll(() => app.end(), 60_000);

describe('a restarted service', () => {
  it('has completed running work, finds its models, and republishes what the topic lost', async () => {
    const project = await app.makeProject();
    const model = await app.makeModel(project.id, 'first');
    const { script, goOn } = pauses('Still', ' here');
    app.upstream.script = script;
    let begun = false;
    const running = lastValueFrom(
      app.ask(project.id).answer.pipe(
        tap(() => (begun = true)),
        toArray(),
      ),
    );
    await until(() => begun, 'the first chunk');
    const stopped = app.stopService();
    goOn();
    expect(text((await running).flat())).toBe('Still here');
    await stopped;
    await app.database.query(`update inference.models set name = 'Restored' where id = '${model.id}'`);
    await app.startService();
    await app.neighbours.models.fence();
    expect(app.neighbours.models.get(model.id)?.name).toBe('Restored');
    app.upstream.script = textScript('Back again');
    expect(text(await app.answerTo(project.id))).toBe('Back again');
  }, 60_000);
});
