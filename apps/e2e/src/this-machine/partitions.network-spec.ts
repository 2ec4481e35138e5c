import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { activeController, inSync } from '../support/brokers.js';
import { FeedbackProject } from '../support/feedback-project.js';
import { cutOff, cutOffFromBrokers, mute, setNetwork } from '../support/network.js';
import { tollOf, underLoad } from '../support/under-load.js';

jest.setTimeout(10 * 60_000);

/** Longer than a silent broker stays in the cluster: 9 s (`broker.session.timeout.ms`). */
const cutMs = 20_000;

describe('with three brokers on hosts of their own, under a steady load of chats and feedback', () => {
  const project = new FeedbackProject();
  const cut = () => sleep(cutMs);
  const heal = async () => {
    await setNetwork();
    await inSync();
  };

  beforeAll(() => project.start());
  afterEach(heal);
  afterAll(() => project.stop());

  it('loses nothing with 20 ms and 0.1 % of lost packets between hosts', async () => {
    const slow = () => setNetwork({ roundTripMs: 20, loss: 0.001 });
    const toll = await underLoad(project, [slow, cut, heal]);
    console.log(tollOf('slow network', toll));
    expect(toll.interrupted).toEqual([]);
  });

  it('loses nothing while the active controller, a broker too, is cut off from all hosts, and goes on', async () => {
    const before = activeController();
    const toll = await underLoad(project, [() => cutOff(before), cut, heal]);
    console.log(tollOf('controller cut off', toll));
    expect(activeController()).not.toBe(before);
  });

  it('loses nothing while nothing that a broker sends arrives, and goes on without it', async () => {
    console.log(tollOf('mute', await underLoad(project, [() => mute('kafka'), cut, heal])));
  });

  it('loses nothing while a broker is cut off from the others alone, and goes on once it is back', async () => {
    const cutAndHeal = async () => {
      await cutOffFromBrokers('kafka-3');
      await cut();
      await heal();
    };
    console.log(tollOf('cut off from the brokers', await underLoad(project, [cutAndHeal])));
  });
});
