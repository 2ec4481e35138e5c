import { afterAll, describe, it, jest } from '@jest/globals';
import { loseNothing } from '../support/feedback-load.js';
import { areReady, killsOfFeedback } from '../support/processes.js';

// Each killed process leaves its consumer groups only when its sessions end (6 s), and starts again after a back-off.
jest.setTimeout(600_000);

/** The short form of `npm run test:faults`. */
describe('under a steady load of feedback, outcomes and comparisons', () => {
  // What comes next, here or in another suite, is about an installation that is well.
  afterAll(areReady, 120_000);

  it('no acknowledged record is lost or stored twice, whichever process is killed', async () => {
    await loseNothing(killsOfFeedback(1), { perSecond: 40, between: 60 });
  });
});
