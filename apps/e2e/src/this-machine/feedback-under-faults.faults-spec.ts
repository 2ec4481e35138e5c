import { afterAll, describe, it, jest } from '@jest/globals';
import { loseNothing } from '../support/feedback-load.js';
import { areReady, killsOfFeedback } from '../support/processes.js';

jest.setTimeout(15 * 60_000);

describe('under a steady load of feedback, outcomes and comparisons', () => {
  afterAll(areReady, 120_000);

  it('no acknowledged record is lost or stored twice when every process is killed several times', async () => {
    await loseNothing(killsOfFeedback(3), { perSecond: 200, between: 2_000 });
  });
});
