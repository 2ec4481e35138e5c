import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventStream, reopenDelayMs } from './event-stream.js';

/** What the browser does, as far as the stream uses it. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: Source[] = [];
  readyState = 0;

  constructor(readonly url: string) {
    super();
    Source.opened.push(this);
  }

  accept(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  /** @param readyState 0: the browser connects again by itself */
  fail(readyState: number): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event('error'));
  }

  close(): void {
    this.readyState = Source.CLOSED;
  }
}

const last = () => Source.opened.at(-1) as Source;

describe('reopenDelayMs', () => {
  it('doubles up to a minute, and differs between tabs by up to a half', () => {
    expect([1, 2, 3, 6, 50].map((refusals) => reopenDelayMs(refusals, 1))).toEqual([
      2_000, 4_000, 8_000, 60_000, 60_000,
    ]);
    expect(reopenDelayMs(1, 0)).toBe(1_000);
  });
});

describe('stream of a project', () => {
  const listener = { onEvent: jest.fn(), onReconnect: jest.fn() };
  let stream: EventStream;
  let leave: () => void;

  beforeEach(() => {
    jest.useFakeTimers();
    Object.assign(globalThis, { EventSource: Source });
    Source.opened.length = 0;
    jest.clearAllMocks();
    stream = new EventStream('/events');
    leave = stream.listen(listener);
  });
  afterEach(() => {
    leave();
    jest.useRealTimers();
    Reflect.deleteProperty(globalThis, 'EventSource');
  });

  it('opens a refused connection again until it is accepted, then says that events were missed', () => {
    for (let refusals = 1; refusals <= 3; refusals += 1) {
      last().fail(Source.CLOSED);
      expect(stream.state()).toBe('reconnecting');
      jest.advanceTimersByTime(60_000);
      expect(Source.opened).toHaveLength(refusals + 1);
    }
    last().accept();
    expect(stream.state()).toBe('live');
    expect(listener.onReconnect).toHaveBeenCalledTimes(1);
  });

  it('leaves a lost connection to the browser', () => {
    last().accept();
    expect(listener.onReconnect).not.toHaveBeenCalled();
    last().fail(0);
    jest.advanceTimersByTime(600_000);
    expect(Source.opened).toHaveLength(1);
    last().accept();
    expect(listener.onReconnect).toHaveBeenCalledTimes(1);
  });

  it('shares one connection, and opens none after the last listener left', () => {
    const leaveToo = stream.listen({ ...listener });
    expect(Source.opened).toHaveLength(1);
    last().fail(Source.CLOSED);
    leave();
    leaveToo();
    jest.advanceTimersByTime(600_000);
    expect(Source.opened).toHaveLength(1);
  });
});
