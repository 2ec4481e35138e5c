import { describe, expect, it } from '@jest/globals';
import { newCallContext } from './trace.js';

const given = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('call context', () => {
  it('keeps the span of the caller, which is the parent of what it calls', () => {
    expect(newCallContext({ requestId: 'r', traceparent: given })).toEqual({
      requestId: 'r',
      traceparent: given,
      traced: true,
    });
  });

  it('starts a trace when the caller sends none or an invalid one', () => {
    for (const traceparent of [undefined, '', 'nonsense', given.replace(/[0-9a-f]{32}/, '0'.repeat(32))]) {
      const call = newCallContext({ traceparent });
      expect(call.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      expect(call.traced).toBeUndefined();
    }
  });
});
