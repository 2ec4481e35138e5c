import { beforeEach, describe, expect, it } from '@jest/globals';
import { FetchSession } from './fetch-session.js';
import { toReading, type Reading } from './reading.js';

const unknownSession = 70;
const invalidEpoch = 71;

describe(FetchSession.name, () => {
  let session: FetchSession;
  let first: Reading;
  let second: Reading;

  beforeEach(() => {
    session = new FetchSession();
    first = toReading({ topic: 'topic', partition: 0, offset: 0 });
    second = toReading({ topic: 'topic', partition: 1, offset: 0 });
  });

  /** A fetch of these, and the broker's answer to it. */
  function fetch(readings: readonly Reading[], sessionId = 7, errorCode = 0) {
    const asked = session.next(readings);
    return { ...asked, isKnown: session.take({ errorCode, sessionId }) };
  }

  it('names everything once, then only what the reader has read on', () => {
    expect(fetch([first, second])).toEqual({ id: 0, epoch: 0, named: [first, second], isKnown: true });
    expect(fetch([first, second])).toMatchObject({ id: 7, epoch: 1, named: [] });
    second.fetchOffset = 5;
    expect(fetch([first, second])).toMatchObject({ id: 7, epoch: 2, named: [second] });
    expect(fetch([first, second])).toMatchObject({ id: 7, epoch: 3, named: [] });
  });

  it('begins anew, in place of the session before, where other partitions are read', () => {
    fetch([first, second]);
    expect(fetch([first], 8)).toMatchObject({ id: 7, epoch: 0, named: [first] });
    expect(fetch([first], 8)).toMatchObject({ id: 8, epoch: 1, named: [] });
    expect(fetch([second], 9)).toMatchObject({ id: 8, epoch: 0, named: [second] });
  });

  it.each([unknownSession, invalidEpoch])('begins anew where the broker has forgotten the session (%i)', (code) => {
    fetch([first]);
    expect(fetch([first], 0, code)).toMatchObject({ isKnown: false });
    expect(fetch([first], 8)).toEqual({ id: 0, epoch: 0, named: [first], isKnown: true });
    expect(fetch([first], 8)).toMatchObject({ id: 8, epoch: 1, named: [] });
  });

  it('names everything every time where the broker keeps no session', () => {
    for (let times = 0; times < 3; times += 1) {
      expect(fetch([first, second], 0)).toMatchObject({ id: 0, epoch: 0, named: [first, second] });
    }
  });
});
