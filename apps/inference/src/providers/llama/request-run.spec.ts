import { getMaxListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { RequestRun } from './request-run.js';
import { WaitingRoom } from './waiting-room.js';

describe('a run', () => {
  it('lets every choice of a request listen for its end without a warning of a leak', () => {
    const run = new RequestRun(new WaitingRoom(1), () => undefined);
    const withoutLimit = 0;
    expect(getMaxListeners(run.signal)).toBe(withoutLimit);
  });
});
