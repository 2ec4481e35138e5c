import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { activeController, brokers, fillDisk, inSync, kill, loseDisk, missingReplicas } from '../support/brokers.js';
import { FeedbackProject } from '../support/feedback-project.js';
import { freezeFor } from '../support/lasting-faults.js';
import { isReplaced, stopGently } from '../support/processes.js';
import { tollOf, underLoad } from '../support/under-load.js';
import { until } from '../support/until.js';

jest.setTimeout(20 * 60_000);

/** A silent broker is fenced after 9 s (`broker.session.timeout.ms`). Services report it once they have reconnected. */
const frozenMs = 45_000;

describe('with three brokers, under a steady load of chats and feedback', () => {
  const project = new FeedbackProject();

  beforeAll(() => project.start());
  afterEach(inSync);
  afterAll(() => project.stop());

  it('loses nothing when each broker is killed, one after the other', async () => {
    const kills = brokers.flatMap((name) => [() => kill(name), inSync]);
    console.log(tollOf('killed', await underLoad(project, kills)));
  });

  it('loses nothing when a broker is killed while another is away', async () => {
    const [first = '', second = ''] = brokers;
    const both = [() => kill(first), () => kill(first, second), inSync];
    console.log(tollOf('two killed', await underLoad(project, both)));
  });

  it('has another controller when the active one is killed, and goes on', async () => {
    const before = activeController();
    const succeeded = async () => void (await until(() => !['', before].includes(activeController()), 60_000));
    console.log(tollOf('controller killed', await underLoad(project, [() => kill(before), succeeded, inSync])));
  });

  it('fails no write while each broker is stopped and started again', async () => {
    const restarts = brokers.map((name) => async () => {
      await isReplaced(name, stopGently(name));
      await inSync();
    });
    const toll = await underLoad(project, restarts);
    console.log(tollOf('restarted', toll));
    expect({ interrupted: toll.interrupted, retries: toll.retries }).toEqual({ interrupted: [], retries: [] });
  });

  it('loses nothing while a broker is cut off, reports its replicas as missing, and goes on without it', async () => {
    let missing: number | undefined = 0;
    const cutOff = async () => {
      // Its connections stay open, as where a network loses all of its packets.
      const thawed = freezeFor('kafka-2', frozenMs);
      missing = await until(async () => (await missingReplicas()) || false, frozenMs);
      await thawed;
    };
    console.log(tollOf('cut off', await underLoad(project, [cutOff, inSync])));
    expect(missing).toBeGreaterThan(0);
  });

  it('loses nothing when the disk of a broker is full', async () => {
    console.log(tollOf('disk full', await underLoad(project, [() => fillDisk('kafka-3'), inSync])));
  });

  it('loses nothing when a broker loses its disk', async () => {
    console.log(tollOf('disk lost', await underLoad(project, [() => loseDisk('kafka-3'), inSync])));
  });
});
