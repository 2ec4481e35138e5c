import { afterAll, describe, it, jest } from '@jest/globals';
import { brokers, inSync } from '../support/brokers.js';
import { loseNothing } from '../support/feedback-load.js';
import { isBack, killHard, servicesRunning } from '../support/processes.js';

jest.setTimeout(30 * 60_000);

const everyMs = 15_000;
const perSecond = 500;

describe('with three brokers, at 500 writes/s', () => {
  afterAll(inSync, 180_000);

  it('loses nothing in ten minutes while a random process or broker is killed every 15 s', async () => {
    const services = servicesRunning();
    const victims = [...brokers, 'postgres', 'minio', ...services];
    const kills = Array.from({ length: 40 }, () => async () => {
      const name = victims[Math.floor(Math.random() * victims.length)] as string;
      const killed = killHard(name);
      if (services.includes(name)) await isBack(name, killed);
    });
    await loseNothing(kills, { perSecond, between: (perSecond * everyMs) / 1_000 });
  });
});
