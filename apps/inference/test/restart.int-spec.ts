import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lastValueFrom, tap, toArray } from 'rxjs';
import { until } from '@earshot/messaging/testing';
import { pauses, textScript } from './openai-double.js';
import { textOf as text, World } from './world.js';

let world: World;

beforeAll(async () => {
  world = await World.begin();
}, 60_000);

afterAll(() => world.end(), 60_000);

describe('a restarted service', () => {
  it('has completed running work, finds its models, and republishes what the topic lost', async () => {
    const project = await world.makeProject();
    const model = await world.makeModel(project.id, 'first');
    const { script, goOn } = pauses('Still', ' here');
    world.upstream.script = script;
    let begun = false;
    const running = lastValueFrom(
      world.ask(project.id).answer.pipe(
        tap(() => (begun = true)),
        toArray(),
      ),
    );
    await until(() => begun, 'the first chunk');
    const stopped = world.stopService();
    goOn();
    expect(text((await running).flat())).toBe('Still here');
    await stopped;
    await world.database.query(`update inference.models set name = 'Restored' where id = '${model.id}'`);
    await world.startService();
    await world.neighbours.models.fence();
    expect(world.neighbours.models.get(model.id)?.name).toBe('Restored');
    world.upstream.script = textScript('Back again');
    expect(text(await world.answerTo(project.id))).toBe('Back again');
  }, 60_000);
});
